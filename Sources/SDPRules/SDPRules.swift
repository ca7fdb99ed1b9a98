// SDPRules
