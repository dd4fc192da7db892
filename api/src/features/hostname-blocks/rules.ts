import type { Selectable } from 'kysely'
import { type AppError, badInput, conflict, forbidden } from '../../ground/errors.ts'
import { normalizeDomain } from '../../ground/hostnames.ts'
import type { HostnameBlockTable } from './table.ts'

/** A hostname that the operator has taken down. */
export type HostnameBlock = Selectable<HostnameBlockTable>

/** How many hostnames may be blocked: every edge keeps them all. */
export const blocksMax = 1_000

/** How long the reason may be, in characters: visitors read it. */
export const reasonLengthMax = 300

/** Parses the hostname that the operator names. Throws for one of the installation's own, `own`. */
export function parseHostname(text: string, own: readonly string[]): string {
  const hostname = normalizeDomain(text)
  if (hostname === undefined) {
    throw badInput('hostname', `"${text}" is not a hostname. Give one without https:// and path: demo-ada.example.com`)
  }
  if (own.includes(hostname)) {
    throw badInput('hostname', `${hostname} is this installation's own: blocking it would shut everyone out.`)
  }
  return hostname
}

/** Refuses a tunnel or a gateway on a hostname that is blocked. */
export function hostnameBlocked({ hostname, reason }: HostnameBlock): AppError {
  return forbidden(
    `The operator has blocked ${hostname}: "${reason}" Use another hostname, or ask the operator to unblock it.`,
    { reason: 'HOSTNAME_BLOCKED' },
  )
}

/** Refuses one block too many. */
export function tooManyBlocks(): AppError {
  return conflict(
    `${blocksMax} hostnames are blocked, which is the maximum. Unblock some, or suspend the accounts that they belong to.`,
  )
}
