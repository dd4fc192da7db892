import { readAuthorities, requireSignIn } from '../config/credentials.ts'
import { credentialSettings } from '../config/command-settings.ts'
import { requireServer } from '../config/server-address.ts'
import { readSignIns, signInsPath, writeSignIns } from '../config/sign-ins.ts'
import { exitCodes, Failure } from '../failure.ts'
import type { ExitCode } from '../failure.ts'
import { openCredentials } from '../sign-in/open-credentials.ts'
import { endToken, findTokenHolder } from '../sign-in/sign-in-api.ts'
import { printLine } from '../output/print.ts'
import type { CommandLine } from './command-line.ts'
import { readOwnSettings } from './own-settings.ts'

/** Runs `culvert whoami`: shows for whom commands act, and at which server. */
export async function runWhoami(line: CommandLine): Promise<ExitCode> {
  const credentials = await openCredentials(readOwnSettings('whoami', credentialSettings, line))
  const { kind, tokenName, account, user, allowed, expiresAt } = await findTokenHolder(credentials)
  const { current, profiles } = readSignIns()
  const isOwn = (name: string) => profiles[name]?.token === credentials.authToken
  const names = Object.keys(profiles)
  const others = names.filter((name) => !isOwn(name))
  if (line.json === true) {
    const { server } = credentials
    printLine(
      JSON.stringify({
        server,
        kind,
        token: tokenName,
        account: account.name,
        namespace: account.namespace,
        user: user?.fullName ?? null,
        email: user?.email ?? null,
        allowed,
        expiresAt,
        current,
        otherProfiles: others,
      }),
    )
    return exitCodes.endedByUser
  }
  const rows = [
    ['Server', credentials.server],
    ...(user ? [['User', user.email ? `${user.fullName} <${user.email}>` : user.fullName]] : []),
    ['Account', `${account.name} (${account.namespace})`],
    [tokenNames[kind], tokenName],
    ...(allowed ? [['Allows', allowed]] : []),
    ...(expiresAt ? [['Expires', expiresAt]] : []),
    ...names.filter(isOwn).map((name) => ['Profile', name]),
    ...(others.length === 0 ? [] : [['Other profiles', others.join(', ')]]),
  ]
  for (const [name = '', value] of rows) printLine(`${`${name}:`.padEnd(16)}${value}`)
  return exitCodes.endedByUser
}

const tokenNames = { AUTH_ID: 'AuthID', MACHINE: 'Token', AGENT_TOKEN: 'Agent token' }

/** Runs `culvert logout`: deletes the machine's token at the server, then on this machine. */
export async function runLogout(line: CommandLine): Promise<ExitCode> {
  const { server: given, profile, 'ca-file': file } = readOwnSettings('logout', credentialSettings, line)
  const signIn = requireSignIn(given === undefined ? undefined : requireServer(given), profile)
  let fault: Failure | undefined
  try {
    await endToken({
      ...signIn,
      authToken: signIn.token,
      authorities: readAuthorities(file),
    })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    // If the server no longer knows the token, the user has what they want.
    if (error.exitCode !== exitCodes.authIdRefused) fault = error
  }
  if (fault !== undefined && line.force !== true) {
    throw new Failure(fault.exitCode, 'The token could not be deleted at the server.', {
      why: fault.why,
      remedy: `Try again later, or forget it with --force and delete it at ${signIn.server}/admin/auth-id.`,
    })
  }
  const { current, profiles } = readSignIns()
  const left = Object.fromEntries(Object.entries(profiles).filter(([name]) => name !== signIn.profile))
  writeSignIns({ current: current === signIn.profile ? Object.keys(left)[0] : current, profiles: left })
  printLine(`Signed out of ${signIn.server}. The token is removed from ${signInsPath()}.`)
  return exitCodes.endedByUser
}
