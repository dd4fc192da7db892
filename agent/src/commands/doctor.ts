import { writeFileSync } from 'node:fs'
import { findConfiguration } from '../config/configuration.ts'
import { readAuthorities } from '../config/credentials.ts'
import type { Credentials } from '../config/credentials.ts'
import type { CommandValues } from '../config/command-settings.ts'
import { defaultServer, requireServer } from '../config/server-address.ts'
import { findSignIn } from '../config/sign-ins.ts'
import { checkApp } from '../doctor/app.ts'
import { failed, ok, skipped } from '../doctor/check.ts'
import type { Finding } from '../doctor/check.ts'
import { showFinding } from '../doctor/show-finding.ts'
import { checkNetwork } from '../doctor/network.ts'
import { checkToken, checkEndToEnd } from '../doctor/end-to-end.ts'
import { exitCodes, Failure } from '../failure.ts'
import { describeFileFault } from '../file-fault.ts'
import type { ExitCode } from '../failure.ts'
import { parseTarget } from '../net/target.ts'
import { quoteAddress } from '../net/url-parts.ts'
import { printLine } from '../output/print.ts'
import { version } from '../version.ts'
import { cannotBeWritten } from '../whole-file.ts'
import { withoutTokens } from '@culvert/program/without-secrets'
import { openCredentials } from '../sign-in/open-credentials.ts'
import type { CommandLine } from './command-line.ts'
import { configPath, readCommandValues } from './http.ts'
import { findFolder } from './serve-folder.ts'

/** Runs `culvert doctor`: checks everything that a tunnel needs, one line each, with what to do about it. */
export async function runDoctor(app: string | undefined, line: CommandLine): Promise<ExitCode> {
  const findings: Finding[] = [checkRuntime()]
  const show = (more: readonly Finding[]) => {
    findings.push(...more)
    if (line.json !== true) for (const finding of more) showFinding(finding)
  }
  if (line.json !== true) for (const finding of findings) showFinding(finding)
  const { command, finding } = await checkConfiguration(line)
  show([finding])
  const credentials = await findSignedIn(command)
  show([credentials.finding])
  const network = await checkNetwork(credentials.server, readAuthorities(command['ca-file']))
  show(network)
  const isReachable = network.every(({ outcome }) => outcome !== 'failed')
  if (credentials.found !== undefined && isReachable) {
    const token = await checkToken(credentials.found)
    show([token])
    if (token.outcome === 'ok') show(await checkEndToEnd(credentials.found))
  }
  if (app !== undefined) show(await checkGivenApp(app))
  else show([skipped('App', 'None was named: `culvert doctor 3000` looks at one.')])
  const report = { version, platform: `${process.platform} ${process.arch}`, node: process.version, findings }
  if (line.json === true) printLine(JSON.stringify(report))
  if (typeof line.report === 'string') {
    writeReport(line.report, report)
    if (line.json !== true) printLine(`The report is in ${line.report}.`)
  }
  return findings.some(({ outcome }) => outcome === 'failed') ? exitCodes.fault : exitCodes.endedByUser
}

function checkRuntime(): Finding {
  return ok('Runtime', `culvert ${version} on ${process.platform} ${process.arch}, Node ${process.version}.`)
}

async function checkConfiguration(line: CommandLine): Promise<{ command: CommandValues; finding: Finding }> {
  const faults: string[] = []
  try {
    const file = await findConfiguration(configPath(line))
    const command = readCommandValues(line, file, faults)
    if (faults.length > 0)
      return { command, finding: failed('Configuration', faults.join(' '), 'See `culvert http --help`.') }
    const message = file === undefined ? 'There is no culvert.yml.' : `${file.path} has no mistakes.`
    return { command, finding: ok('Configuration', message) }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const command = readCommandValues(line, undefined, faults)
    return { command, finding: failed('Configuration', `${error.message} ${error.why}`, error.remedy) }
  }
}

async function findSignedIn(
  command: CommandValues,
): Promise<{ finding: Finding; server: string; found?: Credentials }> {
  const named = command.server === undefined ? undefined : requireServer(command.server)
  try {
    const found = await openCredentials(command)
    return { found, server: found.server, finding: ok('Sign-in', `There is a token for ${found.server}.`) }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const server = named ?? findSignIn(command.profile)?.server ?? defaultServer
    return { server, finding: failed('Sign-in', error.message, error.remedy) }
  }
}

async function checkGivenApp(app: string): Promise<Finding[]> {
  const target = parseTarget(app)
  if (target !== undefined) return await checkApp(target)
  const remedy = 'Name it as for `culvert http`, for example 3000.'
  try {
    const folder = findFolder(app)
    if (folder !== undefined) return [ok('App', `The files of ${folder} are served.`)]
  } catch (error) {
    return [failed('App', `${app} cannot be read. ${describeFileFault(error)}`, remedy)]
  }
  return [failed('App', `${quoteAddress(app)} is no port, no address and no folder.`, remedy)]
}

/** Writes a report to attach to an issue: it contains no token, and no hostname except those of the server. */
function writeReport(path: string, report: object): void {
  try {
    // It may be a device, such as /dev/stdout.
    writeFileSync(path, `${withoutTokens(JSON.stringify(report, undefined, 2))}\n`, { mode: 0o600 })
  } catch (error) {
    throw cannotBeWritten(path, error, '--report')
  }
}
