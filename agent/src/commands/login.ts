import { createHash, randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { readEnvironment } from '@culvert/program'
import { credentialSettings } from '../config/command-settings.ts'
import { profileOf, readAuthorities } from '../config/credentials.ts'
import type { Credentials } from '../config/credentials.ts'
import { defaultServer, requireServer } from '../config/server-address.ts'
import { findSignIn, readSignIns, writeSignIns } from '../config/sign-ins.ts'
import type { SignIn } from '../config/sign-ins.ts'
import { tunnelSettings } from '../config/tunnel-settings.ts'
import { exitCodes, Failure } from '../failure.ts'
import type { ExitCode } from '../failure.ts'
import { listRunningAgents } from '../local/running-agents.ts'
import { printable } from '../output/text.ts'
import { openLoopback } from '../sign-in/loopback.ts'
import { showPage } from './show-page.ts'
import { endToken, expired, redeemSignIn, requestSignIn } from '../sign-in/sign-in-api.ts'
import type { RedeemedToken, ServerOptions, PendingSignIn } from '../sign-in/sign-in-api.ts'
import type { CommandLine } from './command-line.ts'
import { readOwnSettings } from './own-settings.ts'
import { printLine, untilUnprintable } from '../output/print.ts'

/** How much longer to wait between polls after the server asks to slow down, in milliseconds (RFC 8628, section 3.5). */
const slowDownMs = 5_000
const machineNameMax = 64

/** Runs `culvert login`: gets a token for this machine, approved on the dashboard, and stores it. */
export async function runLogin(line: CommandLine): Promise<ExitCode> {
  const settings = { ...credentialSettings, name: tunnelSettings.name }
  const { server: given, profile: named, name, 'ca-file': file } = readOwnSettings('login', settings, line)
  const server = given === undefined ? (findSignIn(named)?.server ?? defaultServer) : requireServer(given)
  const profile = named ?? profileOf(server) ?? new URL(server).host
  const machineName = (name ?? hostname()).slice(0, machineNameMax)
  const connection = { server, authorities: readAuthorities(file) }
  const { token, holder } = canOpenBrowser(line)
    ? await signInByBrowser(connection, machineName)
    : await signInByCode(connection, machineName)
  const account = holder.account.name
  let former: SignIn | undefined
  try {
    const { profiles } = readSignIns()
    former = Object.hasOwn(profiles, profile) ? profiles[profile] : undefined
    writeSignIns({
      current: profile,
      profiles: { ...profiles, [profile]: { server, token, account, email: holder.user?.email ?? '' } },
    })
  } catch (error) {
    // Nobody has it now. If the server does not answer, the dashboard lists it.
    await endToken({ ...connection, authToken: token }).catch(() => {})
    throw error
  }
  printLine(`Signed in at ${server} as ${holder.user?.fullName ?? holder.tokenName}, for ${account}.`)
  printLine(
    `The token "${holder.tokenName}" is kept in the profile "${profile}". Open a tunnel with \`culvert http 3000\`.`,
  )
  if (former !== undefined) await endFormer(former, connection.authorities)
  return exitCodes.endedByUser
}

/** Deletes the token that a profile had before at the server, or says why it stays valid there. */
async function endFormer({ server, token }: SignIn, authorities: readonly string[]): Promise<void> {
  const { profiles } = readSignIns()
  if (Object.values(profiles).some((other) => other.token === token)) return
  const why = await keepsFormer({ server, authToken: token, authorities })
  if (why !== undefined) printLine(`The former token is still valid. ${why} Delete it at ${server}/admin/auth-id.`)
}

/** Returns why a token could not be deleted at the server; undefined if it is not valid any more. */
async function keepsFormer(former: Credentials): Promise<string | undefined> {
  try {
    const agents = await listRunningAgents()
    if (agents.some(({ status }) => status.tunnels.length > 0))
      return 'Tunnels on this machine may use it, and would end with it.'
    await endToken(former)
    return undefined
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return error.exitCode === exitCodes.authIdRefused ? undefined : error.why
  }
}

/** Reports whether a page can be shown in a browser on this machine: there is a screen, and the user is not connected remotely. */
function canOpenBrowser(line: CommandLine): boolean {
  if (line.browser === false) return false
  const { SSH_CONNECTION, DISPLAY, WAYLAND_DISPLAY, CI, BROWSER } = readEnvironment()
  if (BROWSER !== undefined) return true
  if (SSH_CONNECTION !== undefined || CI !== undefined) return false
  return process.platform !== 'linux' || DISPLAY !== undefined || WAYLAND_DISPLAY !== undefined
}

/** Signs in through the browser, which brings a code to a port of this machine; no one else can redeem it (RFC 8252, RFC 7636). */
async function signInByBrowser(server: ServerOptions, machineName: string): Promise<RedeemedToken> {
  const state = randomBytes(24).toString('base64url')
  const codeVerifier = randomBytes(32).toString('base64url')
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
  const loopback = await openLoopback(state)
  try {
    const waiting = await requestSignIn(server, { machineName, loopbackPort: loopback.port, codeChallenge })
    const url = new URL(waiting.verificationUrlComplete)
    url.searchParams.set('state', state)
    await showPage(url.href)
    printLine(`Approve the sign-in in your browser. If it did not open, go to:\n\n  ${printable(url.href)}\n`)
    const returned = await untilExpired(loopback.callback, waiting)
    if ('denied' in returned) {
      throw new Failure(exitCodes.authIdRefused, 'The sign-in was denied.', { why: 'It was denied on the dashboard.' })
    }
    const redeemed = await redeemSignIn(server, { deviceCode: waiting.deviceCode, code: returned.code, codeVerifier })
    if (typeof redeemed !== 'string') return redeemed
    throw new Failure(exitCodes.fault, 'The server sent no token.', {
      why: 'The code that the browser brought was not accepted.',
    })
  } finally {
    loopback.close()
  }
}

/** Signs in on another machine, where a person types the code, while this one polls for the approval (RFC 8628). */
async function signInByCode(server: ServerOptions, machineName: string): Promise<RedeemedToken> {
  const { deviceCode, userCode, verificationUrl, ...waiting } = await requestSignIn(server, { machineName })
  printLine(`Open ${printable(verificationUrl)} in a browser and enter the code:\n\n  ${printable(userCode)}\n`)
  const unseen = untilUnprintable().then(() => {
    throw new Failure(exitCodes.usage, 'You are not signed in.', {
      why: 'The code to enter in a browser could not be shown.',
    })
  })
  return await Promise.race([pollForApproval(server, deviceCode, waiting), unseen])
}

async function pollForApproval(
  server: ServerOptions,
  deviceCode: string,
  waiting: Pick<PendingSignIn, 'expiresAt' | 'intervalSeconds'>,
): Promise<RedeemedToken> {
  let waitMs = waiting.intervalSeconds * 1000
  while (Date.parse(waiting.expiresAt) > Date.now()) {
    await delay(waitMs)
    const redeemed = await redeemSignIn(server, { deviceCode })
    if (typeof redeemed !== 'string') return redeemed
    if (redeemed === 'slow-down') waitMs += slowDownMs
  }
  throw expired()
}

async function untilExpired<Value>(
  value: Promise<Value>,
  { expiresAt }: Pick<PendingSignIn, 'expiresAt'>,
): Promise<Value> {
  const timeout = new AbortController()
  const late = delay(Math.max(Date.parse(expiresAt) - Date.now(), 0), undefined, { signal: timeout.signal }).then(
    () => {
      throw expired()
    },
  )
  late.catch(() => {})
  try {
    return await Promise.race([value, late])
  } finally {
    timeout.abort()
  }
}
