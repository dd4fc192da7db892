import { isRecord } from '../values.ts'
import type { Handler, HandlerResponse } from './context.ts'
import type { Route } from './faults.ts'
import { parseObject, readJws, thumbprint, verifyBinding, verifyJws } from './jws.ts'
import { Refusal, refuse, refuseMalformed } from './refusal.ts'
import { newId, type Account } from './state.ts'

/** The requests of an account about itself and its certificates (RFC 8555, sections 7.3 and 7.6). */
export const accountHandlers: Partial<Record<Route, Handler>> = {
  newAccount: async ({ state, counts, externalAccount, urlOf }, { url, jws, payload = {} }) => {
    const { jwk } = jws
    if (jwk === undefined) return refuseMalformed('A new account shows its key (jwk).')
    const ownThumbprint = await thumbprint(jwk)
    const showKnown = (known: Account) => ({ ...showAccount(known), headers: { location: urlOf('account', known.id) } })
    const known = state.findAccount(ownThumbprint)
    if (known !== undefined) return showKnown(known)
    if (payload.onlyReturnExisting === true) return refuse(400, 'accountDoesNotExist', 'No account has this key.')
    if (payload.termsOfServiceAgreed !== true) refuse(403, 'userActionRequired', 'The terms are not agreed to.')
    const contacts = readContacts(payload.contact)
    if (externalAccount !== undefined) {
      if (payload.externalAccountBinding === undefined) {
        refuse(403, 'externalAccountRequired', 'An account here needs one at the website first.')
      }
      await verifyBinding(payload.externalAccountBinding, url, jwk, externalAccount)
    }
    // Another request with the same key may have been faster.
    const faster = state.findAccount(ownThumbprint)
    if (faster !== undefined) return showKnown(faster)
    const account: Account = { id: newId(), key: jwk, thumbprint: ownThumbprint, contacts, status: 'valid' }
    state.accounts.set(account.id, account)
    counts.accounts += 1
    return { ...showAccount(account), status: 201, headers: { location: urlOf('account', account.id) } }
  },

  account: (_authority, { id, account, payload }) => {
    if (account?.id !== id) return refuse(403, 'unauthorized', 'The account is not that of the key.')
    if (payload?.contact !== undefined) account.contacts = readContacts(payload.contact)
    if (payload?.status === 'deactivated') account.status = 'deactivated'
    return showAccount(account)
  },

  keyChange: async ({ state, urlOf }, { url, account, payload }) => {
    if (account === undefined) return refuseMalformed('The old key signs by its account (kid).')
    const inner = readJws(payload, url)
    if (inner.jwk === undefined) return refuseMalformed('The new key shows itself (jwk).')
    if ('nonce' in inner.header) refuseMalformed('The inner JWS has no nonce.')
    await verifyJws(inner, inner.jwk)
    const { account: accountUrl, oldKey } = parseObject(inner.payload, 'The inner payload')
    if (accountUrl !== urlOf('account', account.id)) refuseMalformed('The inner JWS is for another account.')
    if (!isRecord(oldKey) || (await thumbprint(oldKey)) !== account.thumbprint)
      refuseMalformed('oldKey is another key.')
    const next = await thumbprint(inner.jwk)
    const taken = state.findAccount(next)
    if (taken !== undefined) {
      throw new Refusal(409, 'malformed', 'Another account has this key.', {}, { location: urlOf('account', taken.id) })
    }
    account.key = inner.jwk
    account.thumbprint = next
    return showAccount(account)
  },

  revokeCert: async ({ state, counts }, { account, jws, payload = {} }) => {
    const { certificate: encoded, reason } = payload
    if (typeof encoded !== 'string' || !/^[\w-]+$/.test(encoded))
      return refuseMalformed('certificate is DER in base64url.')
    const der = Buffer.from(encoded, 'base64url')
    const certificate = [...state.certificates.values()].find((each) => each.der.equals(der))
    if (certificate === undefined) return refuseMalformed('No such certificate was issued here.', 404)
    if (reason !== undefined && ![0, 1, 3, 4, 5].includes(Number(reason))) {
      refuse(400, 'badRevocationReason', 'The reason is none of 0, 1, 3, 4 and 5.')
    }
    const isByItsKey = jws.jwk !== undefined && (await thumbprint(jws.jwk)) === certificate.keyThumbprint
    if (account !== certificate.account && !isByItsKey) refuse(403, 'unauthorized', 'The certificate is not yours.')
    if (certificate.isRevoked) refuse(400, 'alreadyRevoked', 'The certificate is revoked already.')
    certificate.isRevoked = true
    counts.revocations += 1
    return { status: 200 }
  },
}

function showAccount({ status, contacts }: Account): HandlerResponse {
  return { status: 200, body: { status, contact: contacts } }
}

function readContacts(contacts: unknown): string[] {
  if (contacts === undefined) return []
  if (!Array.isArray(contacts)) return refuseMalformed('contact is a list.')
  return contacts.map((contact: unknown) => {
    if (typeof contact !== 'string' || !contact.startsWith('mailto:')) {
      return refuse(400, 'unsupportedContact', 'Contacts are mailto: URLs.')
    }
    if (!/^mailto:[^\s@,?]+@[^\s@,?]+\.[^\s@,?]+$/.test(contact))
      refuse(400, 'invalidContact', `${contact} is no address.`)
    return contact
  })
}
