import { randomBytes } from 'node:crypto'
import { addMs, toDay } from '../../ground/clock.ts'
import { AppError, notFound } from '../../ground/errors.ts'
import { sha256Hex } from '../../ground/secrets.ts'
import { authorize, getUser } from '../../platform/access/authorize.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import type { RequestContext } from '../../platform/context.ts'
import { exportedLists, readExportedRows } from './export-repository.ts'
import * as repository from './repository.ts'
import { describeObject, type Account } from './rules.ts'

/** An account's data as one file, which is written while it is downloaded. */
export interface AccountExport {
  accountId: string
  fileName: string
  /** The path at which it can be downloaded once. */
  path: string
  expiresAt: Date
}

/** The prefix of the paths of exports. */
export const exportPaths = '/export/'

const linkLifetimeMs = 60_000

/** How many characters are written at a time: few enough for a slow client to take within its time limit. */
const pieceLength = 64 * 1024

/** How many characters of an export may be returned as one string. */
const wholeLengthMax = 4 * 1024 * 1024

/** Makes a link to download the data of an account, without secrets. */
export async function exportAccount(context: RequestContext, accountId: string): Promise<AccountExport> {
  await authorize(context, 'exportAccount', accountId)
  await context.rateLimiter.check('exportOfAccount', accountId)
  const account = await getAccount(context, accountId)
  const { userId, sessionId } = getUser(context)
  const token = randomBytes(32).toString('base64url')
  const now = context.clock.now()
  const expiresAt = addMs(now, linkLifetimeMs)
  await repository.insertExportLink(
    context.db,
    { tokenHash: sha256Hex(token), accountId, userId, sessionId, expiresAt },
    now,
  )
  return { accountId, fileName: nameFile(account, now), path: exportPaths + token, expiresAt }
}

/** Uses up the link with this token, and returns what it allows; undefined when there is none. */
export async function takeExportLink({ db, clock }: Pick<RequestContext, 'db' | 'clock'>, token: string) {
  return await repository.takeExportLink(db, sha256Hex(token), clock.now())
}

/** Returns the pieces of an export, and the file's name. Writes an entry into the audit log. */
export async function openExport(
  context: RequestContext,
  accountId: string,
): Promise<{ fileName: string; pieces: AsyncGenerator<string> }> {
  await authorize(context, 'exportAccount', accountId)
  const account = await getAccount(context, accountId)
  await context.change((trx) => recordAudit(trx, context, { action: 'account.exported', ...describeObject(account) }))
  const now = context.clock.now()
  return { fileName: nameFile(account, now), pieces: writeExport(context, account, now) }
}

/** Returns an export as one string. Throws BAD_USER_INPUT when it is too long for that. */
export async function readWholeExport(context: RequestContext, accountId: string): Promise<string> {
  const { pieces } = await openExport(context, accountId)
  let json = ''
  for await (const piece of pieces) {
    json += piece
    if (json.length > wholeLengthMax) {
      throw new AppError(
        'BAD_USER_INPUT',
        'The export of this account is longer than the 4 MiB that `json` holds. Download it from `path` instead.',
      )
    }
  }
  return json
}

/** Writes one JSON object, indented by two spaces, in pieces: its reader decides when the next rows are read. */
async function* writeExport({ db }: RequestContext, account: Account, exportedAt: Date): AsyncGenerator<string> {
  let piece = `{\n  "exportedAt": ${indent(exportedAt, 2)},\n  "account": ${indent(account, 2)}`
  for (const list of exportedLists) {
    piece += `,\n  "${list.name}": [`
    let isEmpty = true
    for await (const rows of readExportedRows(db, account.id, list)) {
      for (const row of rows) {
        piece += `${isEmpty ? '' : ','}\n    ${indent(row, 4)}`
        isEmpty = false
        if (piece.length < pieceLength) continue
        yield piece
        piece = ''
      }
    }
    piece += isEmpty ? ']' : '\n  ]'
  }
  yield `${piece}\n}`
}

/** Formats a value as JSON that begins within a line with this indentation. */
function indent(value: unknown, spaces: number): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(spaces)}`)
}

async function getAccount({ db }: RequestContext, accountId: string): Promise<Account> {
  const account = await repository.findAccount(db, accountId)
  if (!account) throw notFound('account')
  return account
}

function nameFile({ namespace }: Account, now: Date): string {
  return `culvert-${namespace}-${toDay(now)}.json`
}
