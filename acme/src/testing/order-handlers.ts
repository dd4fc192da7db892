import {
  requireNoPayload,
  requireOwned,
  orderDays,
  profileDays,
  defaultProfile,
  type Authority,
  type Handler,
  type HandlerResponse,
} from './context.ts'
import type { Route } from './faults.ts'
import { checkCsr } from './issuer.ts'
import { findAuthorization, listNames, readIdentifiers, readReplaced, refuseNames } from './new-order.ts'
import { Refusal, refuse, refuseMalformed } from './refusal.ts'
import { showAuthorization, showChallenge, showOrder } from './resources.ts'
import { addDays, newId, type Order } from './state.ts'

/** The requests from an order to its certificate (RFC 8555, sections 7.4 and 7.5). */
export const orderHandlers: Partial<Record<Route, Handler>> = {
  newOrder: (authority, { account, payload = {} }) => {
    const { state, faults, counts, now, urlOf } = authority
    if (account === undefined) return refuseMalformed('An order is signed by an account (kid).')
    if (faults.orderLimit !== undefined) {
      const headers = { 'retry-after': faults.orderLimit.retryAfter }
      throw new Refusal(429, 'rateLimited', 'Too many certificates were issued for this name.', {}, headers)
    }
    const { profile = defaultProfile } = payload
    if (typeof profile !== 'string' || !Object.hasOwn(profileDays, profile)) {
      return refuse(400, 'invalidProfile', `There is no profile ${String(profile)}.`)
    }
    if ('notBefore' in payload || 'notAfter' in payload) refuseMalformed('The profile says how long certificates live.')
    const identifiers = readIdentifiers(payload.identifiers)
    refuseNames(identifiers, faults)
    const replaced = readReplaced(authority, account, payload.replaces, identifiers)
    const names = listNames(identifiers)
    const same = [...state.orders.values()].find(
      (order) =>
        order.account === account &&
        (order.status === 'pending' || order.status === 'ready') &&
        order.profile === profile &&
        order.replaces === replaced?.id &&
        listNames(order.identifiers) === names,
    )
    if (same !== undefined)
      return { ...showOrder(authority, same), status: 201, headers: { location: urlOf('order', same.id) } }
    const order: Order = {
      id: newId(),
      account,
      status: 'pending',
      expires: addDays(now(), orderDays),
      identifiers,
      profile,
      replaces: replaced?.id,
      authorizations: identifiers.map((identifier) => findAuthorization(authority, account, identifier)),
      error: undefined,
      certificate: undefined,
      pollsLeft: 0,
    }
    state.orders.set(order.id, order)
    counts.orders += 1
    state.settle(now())
    return { ...showOrder(authority, order), status: 201, headers: { location: urlOf('order', order.id) } }
  },

  order: (authority, { id, account, payload }) => {
    requireNoPayload(payload)
    const order = requireOwned(authority.state.orders.get(id), account)
    if (order.status === 'processing') {
      order.pollsLeft -= 1
      if (order.pollsLeft <= 0) order.status = 'valid'
    }
    return showOrder(authority, order)
  },

  authorization: (authority, { id, account, payload }) => {
    const authorization = requireOwned(authority.state.authorizations.get(id), account)
    if (payload?.status === 'deactivated') authorization.status = 'deactivated'
    else requireNoPayload(payload)
    return { status: 200, body: showAuthorization(authority, authorization) }
  },

  challenge: (authority, { id, account, payload }) => {
    const found = authority.state.challenges.get(id)
    const authorization = requireOwned(found?.authorization, account)
    if (found === undefined) return refuseMalformed('There is no such challenge.', 404)
    const { challenge } = found
    const headers = { link: `<${authority.urlOf('authorization', authorization.id)}>;rel="up"` }
    if (payload !== undefined) {
      if (Object.keys(payload).length > 0) refuseMalformed('The answer to a challenge is {}.')
      if (authorization.status !== 'pending') refuseMalformed('The authorization is not pending any more.')
      if (challenge.status === 'pending' || (challenge.status === 'processing' && challenge.error !== undefined)) {
        challenge.error = undefined
        challenge.status = 'processing'
        authority.startValidation(challenge, authorization)
      }
    }
    return { status: 200, headers, body: showChallenge(authority, challenge) }
  },

  finalize: async (authority, { id, account, payload }) => {
    const { state, issuer, faults, counts, now, urlOf } = authority
    const order = requireOwned(state.orders.get(id), account)
    if (order.status !== 'ready') refuse(403, 'orderNotReady', `The order is ${order.status}, not ready.`)
    const csr = payload?.csr
    if (typeof csr !== 'string' || !/^[\w-]+$/.test(csr)) return refuseMalformed('csr is DER in base64url.')
    const names = order.identifiers.map(({ value }) => value)
    const key = await checkCsr(Buffer.from(csr, 'base64url'), names, order.account.thumbprint)
    const headers = { location: urlOf('order', order.id) }
    counts.finalizations += 1
    if (faults.failsIssuing) {
      order.status = 'invalid'
      order.error = new Refusal(500, 'serverInternal', 'The certificate could not be issued.')
      return { ...showOrder(authority, order), headers }
    }
    const notBefore = now()
    const notAfter = addDays(notBefore, profileDays[order.profile] ?? 0)
    const issued = await issuer.issue(names, key, notBefore, notAfter)
    order.certificate = { ...issued, urlId: newId(), account: order.account, isRevoked: false }
    state.certificates.set(order.certificate.urlId, order.certificate)
    for (const name of names) counts.certificates.set(name, (counts.certificates.get(name) ?? 0) + 1)
    order.pollsLeft = faults.processing?.polls ?? 0
    order.status = order.pollsLeft > 0 ? 'processing' : 'valid'
    return showOrder(authority, order, headers)
  },

  certificate: ({ state, faults }, { id, account, payload }) => {
    requireNoPayload(payload)
    const { chain } = requireOwned(state.certificates.get(id), account)
    const body = faults.truncatesChains ? chain.slice(0, -200) : chain
    return { status: 200, headers: { 'content-type': 'application/pem-certificate-chain' }, body }
  },
}

/** RFC 9773, section 4. The request is not signed. */
export function showRenewalInfo({ state, renewal }: Authority, id: string): HandlerResponse {
  const certificate = state.findCertificate(id)
  if (certificate === undefined) return refuseMalformed('No such certificate was issued here.', 404)
  const { notBefore, notAfter } = certificate
  const third = (notAfter.getTime() - notBefore.getTime()) / 3
  const start = renewal.window?.start ?? new Date(notAfter.getTime() - third)
  const end = renewal.window?.end ?? new Date(notAfter.getTime() - third / 2)
  return {
    status: 200,
    headers: { 'retry-after': renewal.retryAfter },
    body: { suggestedWindow: { start, end }, explanationURL: renewal.explanationUrl },
  }
}
