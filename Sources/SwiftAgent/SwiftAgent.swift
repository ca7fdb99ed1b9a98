// SwiftAgent
