import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { readEnvironment } from '@culvert/program'
import { fileName } from '../config/configuration.ts'
import { configFolder, serviceEnvironmentPath } from '../config/folders.ts'
import { exitCodes, Failure } from '../failure.ts'
import type { ExitCode } from '../failure.ts'
import { print, printLine } from '../output/print.ts'
import { findAccount, currentAccount } from '../service/account.ts'
import type { Account } from '../service/account.ts'
import { secretVariables, collectEnvironment } from '../service/environment.ts'
import { findServiceManager, requireServiceManager } from '../service/find-service-manager.ts'
import { findProgram } from '../service/program.ts'
import { argumentsOf } from '../service/service.ts'
import type { Scope, Service, ServiceManager } from '../service/service.ts'
import { requireOurs, writeServiceFile } from '../service/service-file.ts'
import type { CommandLine } from './command-line.ts'
import { configPath } from './http.ts'
import { describeService, viewService } from './service.ts'
import type { StartCheck } from './service-run.ts'
import { noConfiguration } from './start.ts'

/**
 * Runs `culvert service install`: installs a service that opens tunnels of culvert.yml whenever the user signs in or the machine starts. Run again, it
 * renews the service.
 */
export async function runServiceInstall(names: readonly string[], line: CommandLine): Promise<ExitCode> {
  const scope: Scope = line.system === true ? 'system' : 'user'
  const manager = findServiceManager(scope)
  if (line.print !== true) {
    requireServiceManager(scope, 'install')
    requireOurs(manager)
  }
  const account = chooseAccount(scope, typeof line.user === 'string' ? line.user : undefined)
  const folder = configFolderOf(account)
  const environmentFile = serviceEnvironmentPath(folder)
  const planned: Service = {
    scope,
    program: findProgram(),
    names,
    config: findConfig(configPath(line), folder),
    user: account.name,
    environment: collectEnvironment(scope, environmentFile),
    environmentFile,
    log: undefined,
  }
  requirePlain(planned)
  requirePrivate(environmentFile)
  const check = checkAsService(planned, account)
  const service = { ...planned, log: check.hasLog ? undefined : manager.logIn(account.home) }
  if (line.print === true) {
    print(manager.render(service))
    return exitCodes.endedByUser
  }
  writeServiceFile(manager, service)
  manager.enable()
  printLine(`The service is installed: ${manager.path}`)
  printLine(`It opens ${check.tunnels.join(', ')} of ${service.config}, as ${account.name}.`)
  if (service.log !== undefined) printLine(`Its log: ${service.log}`)
  for (const note of manager.notes()) printLine(note)
  return await showStart(manager, account.name === currentAccount().name)
}

/** How long a start is watched, and how often it is checked, in milliseconds. */
const watchMs = 15_000
const pollMs = 200
/** Another user's tunnels cannot be seen; then only a start that fails at once can be detected. */
const blindMs = 3_000

/** Shows the service once its tunnels are open, once it has ended, or after a while: if the server does not answer yet, the service keeps trying. */
async function showStart(manager: ServiceManager, isOwn: boolean): Promise<ExitCode> {
  const until = performance.now() + (isOwn ? watchMs : blindMs)
  for (;;) {
    const view = await viewService(manager)
    const isOpen = view.tunnels?.every(({ publicUrl }) => publicUrl !== undefined) === true
    const hasEnded = !view.isRunning && view.exitCode !== undefined
    if (hasEnded || isOpen || performance.now() > until) {
      for (const text of describeService(manager, view)) printLine(text)
      return hasEnded ? exitCodes.fault : exitCodes.endedByUser
    }
    await setTimeout(pollMs)
  }
}

/** Returns the user that the service runs as. */
function chooseAccount(scope: Scope, named: string | undefined): Account {
  const own = currentAccount()
  if (scope === 'user' || process.platform === 'win32') {
    if (named === undefined || named === own.name) return own
    throw new Failure(exitCodes.usage, 'The service is not installed.', {
      why: `--user: your own services run as you, ${own.name}, and not as ${named}.`,
      remedy: 'Give --system too.',
    })
  }
  const name = named ?? readEnvironment().SUDO_USER ?? own.name
  if (name !== 'root' || named === 'root') return findAccount(name)
  throw new Failure(exitCodes.usage, 'Which user should the service run as?', {
    why: 'It would run as root, and a tunnel needs no such rights.',
    remedy: 'Name a user with --user: one who is signed in by `culvert login`, or whose culvert.yml has a token.',
  })
}

/** Returns a user's configuration folder. */
function configFolderOf({ name, home }: Account): string {
  if (name === currentAccount().name || readEnvironment().CULVERT_CONFIG_DIR !== undefined)
    return resolve(configFolder())
  return join(home, '.config/culvert')
}

function findConfig(named: string | undefined, folder: string): string {
  const paths = named === undefined ? [resolve(fileName), join(folder, fileName)] : [resolve(named)]
  const found = paths.find((path) => existsSync(path))
  if (found === undefined) throw noConfiguration(paths)
  return found
}

/** Throws Failure if a service manager could not express what was requested, or would not find it. */
function requirePlain({ scope, program, names, config }: Service): void {
  const words = [...program, ...names, config]
  const broken = words.find((word) => /[\0-\x1f\x7f]/.test(word))
  if (broken !== undefined) {
    throw notInstalled(`${JSON.stringify(broken)} has a control character in it, which service files cannot hold.`, '')
  }
  const temporary = words.find((word) => /^\/(?:private\/)?(?:var\/)?tmp\//.test(word))
  if (scope === 'system' && temporary !== undefined) {
    throw notInstalled(
      `${temporary} is in a folder that is emptied when the machine starts, and that services of the machine do not share.`,
      'Move it, for example to ~/.config/culvert.',
    )
  }
}

/** Throws Failure if others can read the file with the secrets. Windows has no such permissions. */
function requirePrivate(environmentFile: string): void {
  const mode = statSync(environmentFile, { throwIfNoEntry: false })?.mode ?? 0
  if (process.platform === 'win32' || (mode & 0o077) === 0) return
  throw notInstalled(
    `Others can read ${environmentFile}, where secrets of the service are.`,
    `Run \`chmod 600 ${environmentFile}\`.`,
  )
}

/**
 * Runs this same program as the service's user, in the service's environment, to check that everything that a start needs is there. Throws
 * Failure with the program's own message.
 */
function checkAsService(service: Service, account: Account): StartCheck {
  const { program, environment, environmentFile } = service
  const [file = '', ...args] = [...program, 'service', 'run', '--check', ...argumentsOf(service)]
  const { error, status, stdout, stderr } = spawnSync(file, args, {
    encoding: 'utf8',
    timeout: checkMs,
    cwd: account.home,
    env: { ...baseEnvironment(account), ...environment },
    ...(account.name === currentAccount().name ? {} : { uid: account.uid, gid: account.gid }),
    windowsHide: true,
  })
  if (error !== undefined) {
    const why = `${file} cannot be started as ${account.name}: ${error.message}.`
    throw notInstalled(why, `Install culvert where ${account.name} can read it.`)
  }
  if (status === 0) return JSON.parse(stdout)
  const unseen = secretVariables.filter((name) => readEnvironment()[name] !== undefined)
  const [name] = unseen
  const remedy =
    name === undefined
      ? !stderr.includes(' is not set')
        ? ''
        : `The service does not get the variables of your shell. Put those that it needs as lines NAME=value in ${environmentFile}, which only ${account.name} should be able to read.`
      : `${unseen.join(' and ')} is set in this shell only, and others would see it in a service file. Write it to ${environmentFile}, which only ${account.name} should be able to read, as a line ${name}=…; or sign in with \`culvert login\`.`
  throw notInstalled(
    stderr.trim(),
    remedy,
    Object.values(exitCodes).find((code) => code === status),
  )
}

/** How long the check may take, in milliseconds. */
const checkMs = 30_000

/** Returns the environment that a service manager sets on its own. */
function baseEnvironment({ name, home }: Account): Record<string, string | undefined> {
  const own = readEnvironment()
  if (process.platform !== 'win32') return { PATH: own.PATH, HOME: home, USER: name, LOGNAME: name }
  return Object.fromEntries(Object.entries(own).filter(([variable]) => !variable.startsWith('CULVERT_')))
}

function notInstalled(why: string, remedy: string, exitCode: ExitCode = exitCodes.usage): Failure {
  return new Failure(exitCode, 'The service is not installed.', { why, remedy })
}
