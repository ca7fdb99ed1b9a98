package main

import "strings"

// A setup is the parameters of `create`.
type setup struct {
	Name               string      `json:"name"`
	Origin             int64       `json:"origin"`
	Audio              *media      `json:"audio"`
	Video              *media      `json:"video"`
	ICEServers         []iceServer `json:"iceServers"`
	ICETransportPolicy string      `json:"iceTransportPolicy"`
}

type media struct {
	Codecs    []string `json:"codecs"`
	Direction string   `json:"direction"`
}

type iceServer struct {
	URLs       []string `json:"urls"`
	Username   string   `json:"username"`
	Credential string   `json:"credential"`
}

// Wants tells whether a codec of pion's is the one that a setup names: "VP8", "H264/42e01f", "opus".
func wants(name, mimeType, format string) bool {
	parts := strings.SplitN(name, "/", 2)
	if !strings.EqualFold(codecName(mimeType), parts[0]) {
		return false
	}
	return len(parts) == 1 || strings.Contains(strings.ToLower(format), "profile-level-id="+strings.ToLower(parts[1]))
}

func codecName(mimeType string) string {
	return mimeType[strings.IndexByte(mimeType, '/')+1:]
}
