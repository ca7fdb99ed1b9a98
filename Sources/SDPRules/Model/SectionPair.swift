/// A section of an offer and the section that answers it, where they do belong together.
struct SectionPair {
  let offer: DescriptionView
  let answer: DescriptionView
  let offered: SectionView
  let answered: SectionView

  /// Both use it: nothing is said of the rest of a refused section.
  var isAccepted: Bool { offered.isUsed && answered.isUsed }
}
