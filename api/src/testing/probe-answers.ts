import type { RequestListener } from 'node:http'
import { probeAnswerToken, probeField, type ProbedHop } from '@culvert/schema/tokens'
import { decodeJwt, SignJWT } from 'jose'
import { edgeSecret } from './service-token.ts'

const fine: ProbedHop = { durationMs: 1, failure: null, status: null }

/** Answers probes as an edge with a working agent and app, except for what a test overrides. */
export function answerAsEdge({
  secret = edgeSecret,
  probeId,
}: { secret?: string; probeId?: string } = {}): RequestListener {
  return (request, response) => {
    const { jti = '', iat = 0 } = decodeJwt(String(request.headers[probeField.toLowerCase()]))
    const answer = new SignJWT({ agent: fine, app: { ...fine, status: 200 } })
      .setProtectedHeader({ alg: 'HS256', typ: probeAnswerToken.typ })
      .setAudience(probeAnswerToken.audience)
      .setSubject(probeId ?? jti)
      .setIssuedAt(iat)
      .setExpirationTime(iat + 30)
    void answer.sign(new TextEncoder().encode(secret)).then((text) => response.end(text))
  }
}
