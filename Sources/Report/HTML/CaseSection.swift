/// The `<details>` section of one case, ready to be set into the page.
public func caseSection(_ page: CasePage) -> String { "" }
