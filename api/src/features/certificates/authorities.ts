import { randomUUIDv7 } from 'node:crypto'
import { createAccountKey, type AcmeClient, type AcmeError } from '@culvert/acme'
import type { JWK } from 'jose'
import { addMs, dayMs, hourMs } from '../../ground/clock.ts'
import type { AcmeAccess } from '../../platform/acme/access.ts'
import type { App } from '../../platform/app.ts'
import * as repository from './authority-repository.ts'
import { authorityName, limitsName } from './explain.ts'
import { chooseAuthority, registeredDomainOf, type AcmeAccount, type Certificate } from './rules.ts'

/** An authority, and the installation's account there. */
export interface Authority {
  directoryUrl: string
  /** For people. */
  name: string
  client: AcmeClient
  account: AcmeAccount
}

/** Returns the authority that a certificate is ordered at: that of the order under way, or the one whose turn it is. */
export function chooseDirectory({ orderAuthority, authorityFailures }: Certificate, { config }: AcmeAccess): string {
  const { authorities } = config
  const chosen = authorities[chooseAuthority(authorityFailures, authorities.length)] ?? authorities[0]
  return orderAuthority ?? chosen.directoryUrl
}

/** Opens the installation's account at an authority; the first time, the authority is asked to open it. */
export async function openAuthority(
  app: App,
  acme: AcmeAccess,
  directoryUrl: string,
  signal: AbortSignal,
): Promise<Authority> {
  const account =
    (await repository.findAcmeAccount(app.db, directoryUrl)) ?? (await addAccount(app, acme, directoryUrl))
  const key = openAccountKey(acme, account)
  const name = authorityName(directoryUrl)
  const open = (url: string | null) => acme.clientFor({ directoryUrl, key, url: url ?? undefined })
  if (account.url !== null || isPaused(account, app.clock.now())) {
    return { directoryUrl, name, account, client: open(account.url) }
  }
  const { email, acceptsTerms, authorities } = acme.config
  const externalAccount = authorities.find((authority) => authority.directoryUrl === directoryUrl)?.externalAccount
  const opened = await open(null).openAccount({ contacts: [email], acceptsTerms, externalAccount }, signal)
  // Concurrent orders open it together: if the authority made several accounts, the first one counts for all.
  const url = await app.change((trx) => repository.setAcmeAccountUrl(trx, directoryUrl, opened))
  return { directoryUrl, name, account: { ...account, url }, client: open(url) }
}

/** Adds an account. Two nodes that add it at once get the same one. Its key is stored before the authority learns of it. */
async function addAccount(app: App, acme: AcmeAccess, authority: string): Promise<AcmeAccount> {
  const sealedKey = acme.sealing.seal(JSON.stringify(await createAccountKey()), purposeOf(authority))
  return await app.change(async (trx) => {
    await repository.insertAcmeAccount(trx, { authority, sealedKey, createdAt: app.clock.now() })
    const account = await repository.findAcmeAccount(trx, authority)
    if (account === undefined) throw new Error('The account at the authority was removed while it was added.')
    return account
  })
}

/** Returns the private key of an account at an authority. Throws an InstallationFault when its seal does not open. */
export function openAccountKey({ sealing }: AcmeAccess, { authority, sealedKey }: AcmeAccount): JWK {
  return JSON.parse(sealing.open(sealedKey, purposeOf(authority)))
}

/** Returns the purpose for which the key of an account is sealed. */
export function purposeOf(authority: string): string {
  return `account at ${authority}`
}

/** Reports whether the authority has asked to be left alone. */
export function isPaused({ pausedUntil }: AcmeAccount, now: Date): boolean {
  return pausedUntil !== null && pausedUntil > now
}

const pauseMsMax = 7 * dayMs
const unansweredPauseMs = 60_000
/** An authority that names a shorter time, or one that our clock takes for past, is left alone this long. */
const pauseMsMin = 60_000

/**
 * Leaves an authority alone after a failure that concerns every order there: for as long as it asks if there were too many
 * requests, for a minute if it does not answer. A limit of one name stops that name only. Returns until when; undefined for any other failure.
 */
export async function pauseAfter(
  app: App,
  { directoryUrl }: Pick<Authority, 'directoryUrl'>,
  error: AcmeError,
  { name, pauseReason }: { name: string; pauseReason: string },
): Promise<Date | undefined> {
  const now = app.clock.now()
  const isLimit = error.type === 'rateLimited' || error.status === 429
  if (!isLimit && error.type !== 'connection' && error.status !== 503) return undefined
  const wished = error.retryAfter ?? addMs(now, isLimit ? hourMs : unansweredPauseMs)
  const pausedUntil = new Date(
    Math.min(Math.max(wished.getTime(), now.getTime() + pauseMsMin), now.getTime() + pauseMsMax),
  )
  // The reason is what the owners of all other names would read.
  if (!isLimit || !limitsName(error, name))
    await app.change((trx) => repository.updateAcmeAccount(trx, directoryUrl, { pausedUntil, pauseReason }))
  return pausedUntil
}

/** Clears the account's URL, so that it is opened again: the authority has forgotten it. */
export async function forgetAccount(app: App, { directoryUrl }: Pick<Authority, 'directoryUrl'>): Promise<void> {
  await app.change((trx) => repository.updateAcmeAccount(trx, directoryUrl, { url: null }))
}

/** How many first orders may be made; renewals are never held back. The common authorities allow more (Let's Encrypt: 50 and 300). */
const budgets = { domain: { count: 45, windowMs: 7 * dayMs }, account: { count: 100, windowMs: 3 * hourMs } }

/**
 * Counts an order against the budgets of its registered domain and account, before it is made, so that orders made at once do not exceed them.
 * Returns the id with which `returnBudget` takes it back, or when there is room again if there is none now.
 */
export async function takeBudget(
  app: App,
  { name, accountId, chain }: Certificate,
): Promise<{ orderId: string } | { freeAt: Date; registeredDomain: string }> {
  const now = app.clock.now()
  const registeredDomain = registeredDomainOf(name)
  return await app.change(async (trx) => {
    await repository.lockBudgets(trx)
    if (chain === null) {
      const ofDomain = await repository.countOrders(trx, { registeredDomain }, addMs(now, -budgets.domain.windowMs))
      const ofAccount =
        accountId === null
          ? undefined
          : await repository.countOrders(trx, { accountId }, addMs(now, -budgets.account.windowMs))
      if (ofDomain.count >= budgets.domain.count) {
        return { freeAt: addMs(ofDomain.firstAt ?? now, budgets.domain.windowMs), registeredDomain }
      }
      if (ofAccount !== undefined && ofAccount.count >= budgets.account.count) {
        return { freeAt: addMs(ofAccount.firstAt ?? now, budgets.account.windowMs), registeredDomain }
      }
    }
    const orderId = randomUUIDv7()
    await repository.insertOrder(trx, {
      id: orderId,
      accountId,
      registeredDomain,
      isRenewal: chain !== null,
      orderedAt: now,
    })
    return { orderId }
  })
}

/** Counts an order no longer: the authority has not accepted it. */
export async function returnBudget(app: App, orderId: string): Promise<void> {
  await app.change((trx) => repository.deleteOrder(trx, orderId))
}
