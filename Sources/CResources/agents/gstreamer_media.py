"""What GStreamer's agent reads in descriptions, and the elements around webrtcbin."""

import re

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstVideo", "1.0")
from gi.repository import Gst, GstVideo  # noqa: E402

PAYLOAD_TYPES = {"opus": 111, "VP8": 96, "H264": 102}
DEFAULT_CODECS = {"audio": ["opus"], "video": ["VP8", "H264"]}
DEFAULT_RATES = {"audio": 32_000, "video": 300_000}  # bits a second
KEY_FRAME_INTERVAL = 300  # pictures; the far side asks when it needs one sooner
RAW = {
    "audio": "audio/x-raw,format=S16LE,layout=interleaved,rate=48000,channels=1",
    "video": "video/x-raw,format=I420",
}
DECODERS = {
    "OPUS": "rtpopusdepay ! opusdec plc=true ! audioconvert ! audioresample",
    "VP8": "rtpvp8depay request-keyframe=true wait-for-keyframe=true ! vp8dec ! videoconvert",
    "H264": "rtph264depay request-keyframe=true wait-for-keyframe=true ! h264parse"
    " ! avdec_h264 max-threads=1 output-corrupt=false ! videoconvert",
}


class Section:
    """What one m-section of a description says (RFC 8866 §5.14)."""

    def __init__(self, kind, port, formats):
        self.kind, self.port, self.formats = kind, port, formats
        self.mid, self.direction = "", "sendrecv"
        self.names, self.parameters = {}, {}

    @staticmethod
    def read(sdp):
        sections = []
        for line in sdp.splitlines():
            if match := re.match(r"m=(\w+) (\d+) \S+ (.*)", line):
                sections.append(Section(match[1], int(match[2]), match[3].split()))
            elif not sections:
                continue
            elif match := re.match(r"a=mid:(\S+)", line):
                sections[-1].mid = match[1]
            elif match := re.match(r"a=(sendrecv|sendonly|recvonly|inactive)$", line):
                sections[-1].direction = match[1]
            elif match := re.match(r"a=rtpmap:(\d+) ([^/]+)/", line):
                sections[-1].names[match[1]] = match[2]
            elif match := re.match(r"a=fmtp:(\d+) (.*)", line):
                sections[-1].parameters[match[1]] = match[2]
        return sections

    def choose(self, wanted):
        """(codec, payload type): the most wanted of those that are here; None: there is none."""
        for name in wanted:
            codec = name.partition("/")[0]
            for payload_type in self.formats:
                if self.names.get(payload_type, "").lower() == codec.lower() and self._fits(payload_type, name):
                    return codec, int(payload_type)
        return None

    def _fits(self, payload_type, name):
        """H.264 is sent as constrained baseline in packetization mode 1, at any level."""
        if not name.upper().startswith("H264"):
            return True
        parameters = self.parameters.get(payload_type, "").lower()
        profile = re.search(r"profile-level-id=(\w{4})", parameters)
        return "packetization-mode=1" in parameters and (profile is None or profile[1] in ("42e0", "42c0"))


def rtp_caps(kind, codec, payload_type):
    """The format of a codec as an offer or answer shows it."""
    rate, name = (48_000, "OPUS") if kind == "audio" else (90_000, codec)
    text = f"application/x-rtp,media={kind},encoding-name={name},clock-rate={rate}"
    text += f",payload={payload_type}"
    if codec == "opus":
        text += ",encoding-params=(string)2"
    if codec == "H264":
        text += ",packetization-mode=(string)1,profile-level-id=(string)42e01f"
    if kind == "video":
        # Not FIR: aiortc does not hear it.
        text += ",rtcp-fb-nack-pli=true"
    return Gst.Caps.from_string(text)


def sending_branch(kind, codec, payload_type, ssrc, setup):
    """(bin, appsrc): raw media in, RTP out."""
    rate = setup.get("bitrate") or DEFAULT_RATES[kind]
    raw = RAW[kind]
    if kind == "video":
        raw += f",width={setup['width']},height={setup['height']},framerate={setup['fps']}/1"
    encoder = {
        "opus": f"opusenc bitrate={rate} frame-size=20 ! rtpopuspay",
        "VP8": f"vp8enc deadline=1 cpu-used=8 end-usage=cbr target-bitrate={rate}"
        f" keyframe-max-dist={KEY_FRAME_INTERVAL} ! rtpvp8pay picture-id-mode=15-bit",
        "H264": f"x264enc tune=zerolatency speed-preset=veryfast bitrate={rate // 1000}"
        f" key-int-max={KEY_FRAME_INTERVAL} ! video/x-h264,profile=constrained-baseline"
        " ! rtph264pay config-interval=-1 aggregate-mode=zero-latency",
    }[codec]
    branch = Gst.parse_bin_from_description(
        f"appsrc name=source is-live=true format=time caps={raw}"
        f" ! {encoder} pt={payload_type} ssrc={ssrc} ! capssetter name=end replace=false",
        False,
    )
    # What was negotiated goes over what the payloader found, such as H.264's exact level.
    end = branch.get_by_name("end")
    end.set_property("caps", rtp_caps(kind, codec, payload_type))
    branch.add_pad(Gst.GhostPad.new("src", end.get_static_pad("src")))
    return branch, branch.get_by_name("source")


def receiving_branch(kind, encoding_name):
    """RTP in, raw media out of the appsink named "sink", when it is to be shown."""
    return Gst.parse_bin_from_description(
        f"queue ! {DECODERS[encoding_name]} ! {RAW[kind]} ! appsink name=sink emit-signals=true",
        True,
    )


def jpeg(sample):
    caps = Gst.Caps.from_string("image/jpeg")
    buffer = GstVideo.video_convert_sample(sample, caps, 2 * Gst.SECOND).get_buffer()
    return buffer.extract_dup(0, buffer.get_size())
