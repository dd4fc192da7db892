import type { Authority, HandlerResponse } from './context.ts'
import type { Authorization, Challenge, Order } from './state.ts'

export function showOrder(
  { urlOf, faults }: Authority,
  order: Order,
  headers: Record<string, string> = {},
): HandlerResponse {
  const { status, expires, identifiers, profile, replaces, authorizations, error, certificate } = order
  const isWaiting = status === 'processing' && faults.processing !== undefined
  return {
    status: 200,
    headers: isWaiting ? { ...headers, 'retry-after': faults.processing?.retryAfter ?? '' } : headers,
    body: {
      status,
      expires,
      identifiers,
      profile,
      replaces,
      authorizations: authorizations.map(({ id }) => urlOf('authorization', id)),
      finalize: urlOf('finalize', order.id),
      error: error?.toProblem(),
      certificate:
        status === 'valid' && certificate !== undefined ? urlOf('certificate', certificate.urlId) : undefined,
    },
  }
}

export function showAuthorization(authority: Authority, authorization: Authorization): Record<string, unknown> {
  const { identifier, status, expires, isWildcard, challenges } = authorization
  const unknown = {
    type: 'dns-persist-99',
    url: authority.urlOf('challenge', 'unknown'),
    status: 'pending',
    'issuer-domain-names': ['authority.example'],
  }
  const nonsense = [{ type: 'carrier-pigeon-01', status: 'roosting' }, 7, unknown]
  return {
    identifier,
    status,
    expires,
    wildcard: isWildcard || undefined,
    challenges: [
      ...(authority.faults.offersUnknownChallenges ? nonsense : []),
      ...challenges.map((challenge) => showChallenge(authority, challenge)),
    ],
  }
}

export function showChallenge({ urlOf }: Authority, challenge: Challenge): Record<string, unknown> {
  const { id, type, token, status, validated, error } = challenge
  return { type, url: urlOf('challenge', id), token, status, validated, error: error?.toProblem() }
}
