"""HTTP as WHIP and WHEP use it: RFC 9725 and draft-ietf-wish-whep-03, client and server, without TLS."""

import asyncio
import http.client
import re
import secrets
import urllib.parse

SDP, FRAGMENT = "application/sdp", "application/trickle-ice-sdpfrag"
HEADER_LIMIT, BODY_LIMIT = 32 << 10, 1 << 20  # bytes
READ_LIMIT = 15  # seconds
REDIRECTIONS = 3
REASONS = {
    200: "OK",
    201: "Created",
    204: "No Content",
    400: "Bad Request",
    401: "Unauthorized",
    404: "Not Found",
    405: "Method Not Allowed",
    409: "Conflict",
    411: "Length Required",
    412: "Precondition Failed",
    413: "Content Too Large",
    415: "Unsupported Media Type",
    422: "Unprocessable Content",
    428: "Precondition Required",
    500: "Internal Server Error",
}


class WhipError(Exception):
    """What an endpoint or a client did that the protocol does not have."""


class Refusal(Exception):
    """Answers a request with a status that is no success."""

    def __init__(self, status, text):
        super().__init__(text)
        self.status, self.text = status, text


# Fragments of a description that carry candidates (RFC 8840 §9).


def fragment(sdp, candidates):
    """What a PATCH carries: candidates, "" for their end, below the first section of the description they belong to."""
    lines = [line for line in sdp.splitlines() if line.startswith(("a=ice-ufrag:", "a=ice-pwd:"))][:2]
    section = re.search(r"^m=.*$", sdp, re.MULTILINE)
    mid = re.search(r"^a=mid:.*$", sdp, re.MULTILINE)
    lines += [found[0].strip() for found in (section, mid) if found]
    lines += [f"a={candidate}" if candidate else "a=end-of-candidates" for candidate in candidates]
    return "".join(f"{line}\r\n" for line in lines)


def candidates_in(text):
    """(candidate, mid) of each line that is one; "" at their end."""
    mid, result = "0", []
    for line in text.splitlines():
        if line.startswith("a=mid:"):
            mid = line[6:].strip()
        elif line.startswith("a=candidate:"):
            result.append((line[2:].strip(), mid))
        elif line.startswith("a=end-of-candidates"):
            result.append(("", mid))
    return result


def ufrag_of(text):
    found = re.search(r"^a=ice-ufrag:(\S+)", text, re.MULTILINE)
    return found[1] if found else None


def with_candidates(sdp, candidates):
    """The description with these candidates in its first section, unless it has some."""
    if "a=candidate:" in sdp:
        return sdp
    sections = re.split(r"(?=^m=)", sdp, flags=re.MULTILINE)
    if len(sections) > 1:
        sections[1] += "".join(f"a={candidate}\r\n" for candidate in candidates if candidate)
        sections[1] += "a=end-of-candidates\r\n"
    return "".join(sections)


# The client's side.


class Resource:
    """A session at an endpoint: made by POST, trickled to by PATCH, ended by DELETE (RFC 9725 §4)."""

    def __init__(self, url, token=None):
        self.url, self.token = url, token
        self.location = self.etag = None

    async def post(self, offer):
        """The answer to an offer."""
        url = self.url
        for _ in range(REDIRECTIONS + 1):
            status, headers, body = await self._request("POST", url, offer, {"Content-Type": SDP, "Accept": SDP})
            if status not in (307, 308):  # RFC 9725 §4.5
                break
            url = urllib.parse.urljoin(url, headers.get("location", ""))
        if status != 201:
            raise WhipError(f"POST {url}: status {status}, expected 201: {body[:200]}")
        if "location" not in headers:
            raise WhipError(f"POST {url}: 201 without Location, which names the session")
        if headers.get("content-type", "").partition(";")[0].strip() != SDP:
            raise WhipError(f"POST {url}: the answer is {headers.get('content-type', 'of no type')}, expected {SDP}")
        self.location = urllib.parse.urljoin(url, headers["location"])
        self.etag = headers.get("etag")
        return body

    async def patch(self, offer, candidates):
        """Trickles candidates; False: the endpoint has no trickle ICE (RFC 9725 §4.3.1)."""
        headers = {"Content-Type": FRAGMENT} | ({"If-Match": self.etag} if self.etag else {})
        status, _, body = await self._request("PATCH", self.location, fragment(offer, candidates), headers)
        if status in (405, 501):
            return False
        if status not in (200, 204):
            raise WhipError(f"PATCH {self.location}: status {status}, expected 204: {body[:200]}")
        return True

    async def delete(self):
        if self.location is not None:
            await self._request("DELETE", self.location, None, {})
            self.location = None

    async def _request(self, method, url, body, headers):
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        return await asyncio.to_thread(_request, method, url, body, headers)


def _request(method, url, body, headers):
    parts = urllib.parse.urlsplit(url)
    kinds = {"http": http.client.HTTPConnection, "https": http.client.HTTPSConnection}
    if parts.scheme not in kinds:
        raise WhipError(f"{url}: expected http or https")
    connection = kinds[parts.scheme](parts.hostname, parts.port, timeout=READ_LIMIT)
    try:
        target = urllib.parse.urlunsplit(("", "", parts.path or "/", parts.query, ""))
        connection.request(method, target, body, headers)
        response = connection.getresponse()
        text = response.read(BODY_LIMIT).decode(errors="replace")
        return response.status, {name.lower(): value for name, value in response.getheaders()}, text
    finally:
        connection.close()


# The server's side.


class Endpoint:
    """An HTTP server with one session. `session` has `offer(sdp)`, which gives the answer, `trickle(candidate, mid)`
    and `end()`, all coroutines."""

    PATH = "/whip"

    def __init__(self, session, token=None):
        self.session, self.token = session, token
        self.name = self.etag = self.ufrag = None
        self.server = None

    async def start(self, address, port):
        self.server = await asyncio.start_server(self._serve, address, port, limit=HEADER_LIMIT)

    def stop(self):
        if self.server is not None:
            self.server.close()

    async def _serve(self, reader, writer):
        try:
            try:
                request = await asyncio.wait_for(_read(reader), READ_LIMIT)
                status, headers, body = await self._answer(*request)
            except Refusal as refusal:
                status, headers, body = refusal.status, {"Content-Type": "text/plain"}, refusal.text
            except (ValueError, EOFError, asyncio.TimeoutError, asyncio.LimitOverrunError) as error:
                status, headers, body = 400, {"Content-Type": "text/plain"}, f"no request: {error}"
            data = body.encode()
            head = f"HTTP/1.1 {status} {REASONS[status]}\r\nConnection: close\r\nContent-Length: {len(data)}\r\n"
            head += "".join(f"{name}: {value}\r\n" for name, value in headers.items())
            writer.write(head.encode() + b"\r\n" + data)
            await writer.drain()
        except (ConnectionError, OSError):
            pass  # the client went away
        finally:
            writer.close()

    async def _answer(self, method, path, headers, body):
        if self.token and headers.get("authorization") != f"Bearer {self.token}":
            raise Refusal(401, "a bearer token is needed")
        if path == self.PATH:
            if method == "OPTIONS":
                return 204, {"Accept-Post": SDP}, ""
            if method != "POST":
                raise Refusal(405, "POST an offer here")
            return await self._post(headers, body)
        if self.name is None or path != f"{self.PATH}/{self.name}":
            raise Refusal(404, "no such session")
        if method == "PATCH":
            return await self._patch(headers, body)
        if method == "DELETE":
            self.name = None
            await self.session.end()
            return 200, {}, ""
        raise Refusal(405, "PATCH or DELETE a session")

    async def _post(self, headers, body):
        _expect(headers, SDP)
        if self.name is not None:
            raise Refusal(409, "there is a session already")
        self.name, self.etag, self.ufrag = secrets.token_hex(8), f'"{secrets.token_hex(4)}"', ufrag_of(body)
        try:
            answer = await self.session.offer(body)
        except Exception as error:
            self.name = None
            raise Refusal(422, f"the offer was not taken: {error}") from error
        return 201, {"Content-Type": SDP, "Location": f"{self.PATH}/{self.name}", "ETag": self.etag}, answer

    async def _patch(self, headers, body):
        _expect(headers, FRAGMENT)
        if "if-match" not in headers:
            raise Refusal(428, "If-Match is needed")
        if headers["if-match"] == "*" or ufrag_of(body) not in (None, self.ufrag):
            raise Refusal(422, "ICE restart is not supported")  # RFC 9725 §4.3.3
        if headers["if-match"] != self.etag:
            raise Refusal(412, "another ICE session")
        for candidate, mid in candidates_in(body):
            await self.session.trickle(candidate, mid)
        return 204, {}, ""


def _expect(headers, kind):
    found = headers.get("content-type", "").partition(";")[0].strip().lower()
    if found != kind:
        raise Refusal(415, f"found {found or 'no content type'}, expected {kind}")


async def _read(reader):
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = head.split("\r\n")
    method, target, _ = first.split(" ", 2)
    headers = {}
    for line in lines:
        if line:
            name, _, value = line.partition(":")
            headers[name.strip().lower()] = value.strip()
    if "transfer-encoding" in headers:
        raise Refusal(411, "send a Content-Length")
    length = int(headers.get("content-length", "0"))
    if not 0 <= length <= BODY_LIMIT:
        raise Refusal(413, f"at most {BODY_LIMIT} bytes")
    body = (await reader.readexactly(length)).decode(errors="replace")
    return method, urllib.parse.urlsplit(target).path, headers, body
