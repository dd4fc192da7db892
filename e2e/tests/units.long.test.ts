import { beforeAll, describe, expect, it } from 'vitest'
import { createCleanup } from '../src/cleanup.ts'
import { findSparePorts } from '../src/ports.ts'
import { findObstacle, projectThere, SystemdMachine } from '../src/systemd-machine/machine.ts'
import { until } from '../src/until.ts'
import { visit } from '../src/visit.ts'

const obstacle = findObstacle()
const title = 'the units of deploy/systemd, with a real systemd'
const cleanup = createCleanup()
const units = ['culvert', 'culvert-api', 'culvert-edge']

describe.skipIf(obstacle !== undefined)(obstacle === undefined ? title : `${title} (skipped: ${obstacle})`, () => {
  let machine: SystemdMachine
  let ports: number[]

  /** Runs a line as root, and returns what it printed. Throws if it fails. */
  async function run(line: string): Promise<string> {
    const { stdout, stderr, code } = await machine.run('root', line)
    if (code !== 0) throw new Error(`${line}: ended with ${code}\n${stdout}${stderr}`)
    return stdout
  }

  beforeAll(async () => {
    machine = await SystemdMachine.start(cleanup)
    ports = await findSparePorts(4)
    const [port, http, https, outbox] = ports
    const secret = 'x'.repeat(32)
    const settings = [
      `PORT=${port}`,
      `EDGE_HTTP_PORT=${http}`,
      `EDGE_HTTPS_PORT=${https}`,
      `MAIL_OUTBOX_PORT=${outbox}`,
      `CULVERT_API_URL=http://localhost:${port}`,
      `EDGE_SECRET=${secret}`,
    ]
    await run(`useradd --system --home-dir /var/lib/culvert culvert && ln -s ${projectThere} /opt/culvert`)
    await run(`install -d /etc/culvert && printf '%s\\n' ${settings.join(' ')} >/etc/culvert/culvert.env`)
    await run('cp /opt/culvert/deploy/systemd/*.service /etc/systemd/system/ && systemctl daemon-reload')
  })

  it.each([['culvert'], ['culvert-api', 'culvert-edge']])(
    'run Culvert within their restrictions: %s',
    async (...names) => {
      const [port, http] = ports
      await run(`systemctl start ${names.join(' ')}`)
      for (const each of [port, http]) {
        await until(`an answer on port ${each}`, async () => {
          const answer = await visit(`http://localhost:${each}/healthz`).catch(() => undefined)
          if (answer?.status === 200) return true
          throw new Error(await run(`journalctl --no-pager --lines 30 ${names.map((name) => `-u ${name}`).join(' ')}`))
        })
      }
      await run(`systemctl stop ${names.join(' ')}`)
      for (const name of names) expect(await run(`systemctl show --property Result ${name}`)).toBe('Result=success\n')
    },
  )

  it.each(units)('start %s again however often it ends at once', async (unit) => {
    const folder = `/etc/systemd/system/${unit}.service.d`
    await run(`mkdir ${folder} && printf '[Service]\\nExecStart=\\nExecStart=false\\n' >${folder}/ends.conf`)
    await run(`systemctl daemon-reload && systemctl start ${unit}`)
    await until('the seventh start', async () => {
      const told = await run(`systemctl show --property NRestarts,ActiveState ${unit}`)
      expect(told).not.toContain('ActiveState=failed')
      return Number(/NRestarts=(\d+)/.exec(told)?.[1]) > 6
    })
    await run(`systemctl stop ${unit}`)
  })
})
