import { beforeAll, describe, expect, it } from 'vitest'
import { startApp } from '../src/apps.ts'
import { createCleanup } from '../src/cleanup.ts'
import { type Site, planSite, startStandalone } from '../src/culvert.ts'
import { type Person, signUp } from '../src/people.ts'
import { projectFolder } from '../src/processes.ts'
import { findObstacle, type Outcome, projectThere, SystemdMachine } from '../src/systemd-machine/machine.ts'
import { until } from '../src/until.ts'
import { visit } from '../src/visit.ts'

const obstacle = findObstacle()
const title = 'the service on a machine with systemd'
const cleanup = createCleanup()
const node = process.execPath.replace(projectFolder, projectThere)
const script = 'culvert/package/culvert.js'
/** The command, as it is in the package. */
const culvert = `${node} /opt/${script}`

let site: Site
let ada: Person
let machine: SystemdMachine
let url: string

describe.skipIf(obstacle !== undefined)(obstacle === undefined ? title : `${title} (skipped: ${obstacle})`, () => {
  beforeAll(async () => {
    machine = await SystemdMachine.start(cleanup)
    site = await planSite(cleanup)
    await startStandalone(cleanup, site)
    ada = await signUp(site, 'Ada')
    const { subdomain } = await ada.createGateway('demo')
    url = `http://${subdomain}:${site.edgePort}/`
    const app = await startApp(cleanup, (_request, response) => response.end('from the service'))
    const { secret } = await ada.createAuthToken()
    await ask('root', 'useradd --create-home ada && systemctl start dbus systemd-logind')
    await ask('root', `mkdir /opt/culvert && tar -xzf ${projectThere}/agent/dist/*.tgz -C /opt/culvert`)
    await ask('ada', 'mkdir -p -m 700 .config/culvert')
    await ask(
      'ada',
      `printf '%s\\n' 'server: ${site.apiUrl}' 'tunnels:' '  web:' '    app: ${app.port}' '    gateway: demo' >.config/culvert/culvert.yml`,
    )
    await ask('ada', `umask 077 && echo CULVERT_AUTHTOKEN=${secret} >.config/culvert/service.env`)
  })

  it('is refused to a user whose services cannot be reached, with a command that works', async () => {
    const { code, stderr } = await machine.run('ada', `${culvert} service install`)
    expect(code).toBe(2)
    expect(stderr).toContain('Your own services cannot be reached.')
    expect(stderr).toContain('sudo culvert service install --system')
  })

  it('is not installed from the cache of npx', async () => {
    await ask('root', 'loginctl enable-linger ada')
    await until(
      'the services of ada',
      async () => (await machine.run('ada', 'systemctl --user is-system-running --wait')).code === 0,
    )
    await ask('ada', 'mkdir -p .npm/_npx/1 && cp -r /opt/culvert .npm/_npx/1/')
    const { code, stderr } = await machine.run('ada', `${node} .npm/_npx/1/${script} service install`)
    expect([code, stderr]).toEqual([2, expect.stringContaining('started by npx')])
  })

  it('is installed for a user: it opens the tunnel, restarts after a crash, stops, starts and is uninstalled', async () => {
    const installed = await ask('ada', `${culvert} service install`)
    expect(installed).toContain('The service is installed: /home/ada/.config/systemd/user/culvert-agent.service')
    expect(installed).toContain('It opens web of /home/ada/.config/culvert/culvert.yml, as ada.')
    expect(installed).toContain('lingering is on')
    expect(installed).toMatch(/web: http:\S+ → http:\/\/localhost:\d+/)
    await servesVisitors()

    const { pid } = await status('ada')
    await ask('root', `kill -9 ${pid}`)
    await until('another process', async () => {
      const now = await status('ada')
      return now.pid !== undefined && now.pid !== pid
    })
    await servesVisitors()

    // The journal records the time itself.
    const journal = await ask('root', 'journalctl _UID=$(id -u ada) -o cat')
    expect(journal).toMatch(/^\[web\] Public URL: /m)
    expect(journal).not.toMatch(/^\d{4}-\d\d-\d\dT.*Public URL/m)

    await ask('ada', `${culvert} service stop`)
    expect((await machine.run('ada', `${culvert} service status`)).code).toBe(1)
    await ask('ada', `${culvert} service start`)
    await servesVisitors()
    await ask('ada', `${culvert} service install`)
    await servesVisitors()

    await ask('ada', `${culvert} service uninstall`)
    expect(await status('ada')).toMatchObject({ isInstalled: false, isRunning: false })
    expect(await ask('ada', 'find .config/systemd -type f -o -type l')).toBe('')
    expect((await visit(url)).status).not.toBe(200)
  })

  it('is installed for the machine with --system, and runs confined as the named user', async () => {
    expect((await machine.run('ada', `${culvert} service install --system`)).stderr).toContain('This needs root.')
    expect((await machine.run('root', `${culvert} service install --system`)).stderr).toContain('It would run as root')
    // Characters that systemd interprets.
    const folder = String.raw`my 100%n "tunnels" of $HOME \e`
    await ask('ada', `mkdir '${folder}' && cp .config/culvert/culvert.yml '${folder}'`)
    const config = `'/home/ada/${folder}/culvert.yml'`
    const installed = await ask('root', `${culvert} service install --system --user ada --config ${config}`)
    expect(installed).toContain('/etc/systemd/system/culvert-agent.service')
    expect(installed).toContain('as ada.')
    await servesVisitors()
    const { pid, tunnels } = await status('ada')
    expect(tunnels).toMatchObject([{ name: 'web' }])
    expect(await ask('root', `ps -o user= -p ${pid}`)).toBe('ada\n')
    expect(await ask('root', `grep -E '^(CapBnd|NoNewPrivs|Seccomp):' /proc/${pid}/status`)).toMatch(
      /CapBnd:\s+0+\nNoNewPrivs:\s+1\nSeccomp:\s+2\n/,
    )
    await ask('root', `${culvert} service uninstall`)
    expect(await status('root')).toMatchObject({ isInstalled: false })
  })

  it('is not restarted with an invalid configuration, and says that it ended with 2', async () => {
    await ask('root', `${culvert} service install --system --user ada`)
    await ask(
      'ada',
      'mv .config/culvert/culvert.yml .config/culvert/kept.yml && echo tunnels: 1 >.config/culvert/culvert.yml',
    )
    await ask('root', 'systemctl restart culvert-agent')
    await until('its end', async () => (await status('root')).exitCode === 2)
    expect(await ask('root', 'systemctl show culvert-agent -p NRestarts,SubState')).toBe(
      'NRestarts=0\nSubState=failed\n',
    )
    const { code, stdout } = await machine.run('root', `${culvert} service status`)
    expect(code).toBe(1)
    expect(stdout).toContain('The service is not running: it ended with 2.')
    await ask('root', `${culvert} service uninstall`)
    await ask('ada', 'mv .config/culvert/kept.yml .config/culvert/culvert.yml')
  })

  it('does not touch a unit of that name that culvert did not write', async () => {
    const path = '/etc/systemd/system/culvert-agent.service'
    await ask('root', `printf '[Service]\\nExecStart=/bin/true\\n' >${path}`)
    for (const action of ['install --user ada', 'uninstall', 'start']) {
      const { code, stderr } = await machine.run('root', `${culvert} service ${action} --system`)
      expect([code, stderr]).toEqual([2, expect.stringContaining(`${path} was not written by culvert.`)])
    }
    await ask('root', `rm ${path}`)
  })
})

/** Runs a line on the machine, and returns what it prints. Throws with its error output. */
async function ask(user: string, line: string): Promise<string> {
  const { stdout, stderr, code }: Outcome = await machine.run(user, line)
  if (code !== 0) throw new Error(`${line} ended with ${code}:\n${stdout}${stderr}`)
  return stdout
}

/** The fields of `culvert service status --json` that are checked here. */
interface Status {
  isInstalled: boolean
  isRunning: boolean
  pid?: number
  exitCode?: number
  tunnels?: { name: string }[]
}

async function status(user: string): Promise<Status> {
  return JSON.parse((await machine.run(user, `${culvert} service status --json`)).stdout)
}

async function servesVisitors(): Promise<void> {
  await until('the tunnel', async () => (await visit(url)).text === 'from the service')
}
