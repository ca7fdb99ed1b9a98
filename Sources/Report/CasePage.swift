public import Metrics
public import SansIO

/// Everything that the page shows of one case. All text in it is untrusted and is escaped where it is written.
public struct CasePage: Hashable, Sendable {
  public var result: CaseResult
  /// The folder of the case under `cases/`; `files` are relative to the page, not to it.
  public var slug: String
  public var phases: [Bar]
  public var charts: [Chart]
  public var links: [LinkFigure]
  /// Two that follow one another, an offer and its answer, are shown side by side.
  public var descriptions: [Text]
  public var pictures: [Image]
  public var files: [Link]
  /// What the run was told, for the command that repeats the case.
  public var rerun: RunArguments

  public init(
    result: CaseResult, slug: String, phases: [Bar] = [], charts: [Chart] = [],
    links: [LinkFigure] = [], descriptions: [Text] = [], pictures: [Image] = [], files: [Link] = [],
    rerun: RunArguments = RunArguments()
  ) {
    self.result = result
    self.slug = slug
    self.phases = phases
    self.charts = charts
    self.links = links
    self.descriptions = descriptions
    self.pictures = pictures
    self.files = files
    self.rerun = rerun
  }
}

extension CasePage {
  /// One bar of the waterfall. Bars that follow one another with the same subject form a group.
  public struct Bar: Hashable, Sendable {
    /// "pair selected".
    public var name: String
    /// "alice".
    public var subject: String
    public var fromMilliseconds: FixedDecimal
    public var toMilliseconds: FixedDecimal

    public init(
      name: String, subject: String, fromMilliseconds: FixedDecimal, toMilliseconds: FixedDecimal
    ) {
      self.name = name
      self.subject = subject
      self.fromMilliseconds = fromMilliseconds
      self.toMilliseconds = toMilliseconds
    }
  }

  /// Lines over the time of the run that share one unit.
  public struct Chart: Hashable, Sendable {
    public struct Line: Hashable, Sendable {
      /// "bob video", for the legend.
      public var name: String
      /// In the order of time.
      public var points: [Point]
      /// What the others are compared with, a target: drawn dashed.
      public var isReference: Bool

      public init(name: String, points: [Point], isReference: Bool = false) {
        self.name = name
        self.points = points
        self.isReference = isReference
      }
    }

    public struct Point: Hashable, Sendable {
      /// Seconds from the start of the run.
      public var x: FixedDecimal
      public var y: FixedDecimal

      public init(x: FixedDecimal, y: FixedDecimal) {
        self.x = x
        self.y = y
      }
    }

    /// "Received bit rate".
    public var title: String
    /// "kbps".
    public var unit: String
    public var lines: [Line]

    public init(title: String, unit: String, lines: [Line]) {
      self.title = title
      self.unit = unit
      self.lines = lines
    }
  }

  /// What a link was asked for, beside what its packets got.
  public struct LinkFigure: Hashable, Sendable {
    /// "alice up".
    public var subject: String
    /// "delay".
    public var name: String
    /// Nil: not limited.
    public var asked: FixedDecimal?
    /// Nil: not measured.
    public var measured: FixedDecimal?
    public var unit: String
    /// When it held, if not throughout: "from 10 s".
    public var period: String?

    public init(
      subject: String, name: String, asked: FixedDecimal?, measured: FixedDecimal?, unit: String,
      period: String? = nil
    ) {
      self.subject = subject
      self.name = name
      self.asked = asked
      self.measured = measured
      self.unit = unit
      self.period = period
    }
  }

  public struct Text: Hashable, Sendable {
    /// "alice's offer".
    public var title: String
    public var body: String

    public init(title: String, body: String) {
      self.title = title
      self.body = body
    }
  }

  public struct Image: Hashable, Sendable {
    public var caption: String
    /// "image/webp"; what is not an image type is not shown.
    public var mimeType: String
    public var bytes: [UInt8]

    public init(caption: String, mimeType: String, bytes: [UInt8]) {
      self.caption = caption
      self.mimeType = mimeType
      self.bytes = bytes
    }
  }

  public struct Link: Hashable, Sendable {
    /// "trace".
    public var title: String
    /// Relative to the page: "cases/basic/trace.jsonl".
    public var href: String

    public init(title: String, href: String) {
      self.title = title
      self.href = href
    }
  }
}
