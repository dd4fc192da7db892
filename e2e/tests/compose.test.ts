import { execFileSync } from 'node:child_process'
import { loadApiConfig } from '@culvert/api'
import { describe, expect, it } from 'vitest'
import { readCompose } from '../src/compose.ts'
import { isKeptOut, readProject } from '../src/image.ts'
import { projectFolder } from '../src/processes.ts'

const secrets = {
  EDGE_SECRET: 'e'.repeat(32),
  SEALING_SECRET: 's'.repeat(32),
  SEALING_SECRET_PREVIOUS: 'p'.repeat(32),
}
/** What `deploy/several` must be given. */
const names = {
  DASHBOARD_HOST: 'culvert.example.com',
  TUNNEL_HOST: 'tunnel.example.net',
  TUNNEL_DOMAIN: 'example.net',
  POSTGRES_PASSWORD: 'password',
  SMTP_URL: 'smtps://mail.example.com',
  MAIL_FROM: 'no-reply@example.com',
}

/** Returns the settings that are in the environment, without the empty ones, as a program reads it. */
const readSettings = (environment: Record<string, string>) =>
  loadApiConfig(Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '')))

describe('the sealing secret', () => {
  it.each([
    ['docker-compose.yml', 'api'],
    ['deploy/several/docker-compose.yml', 'api-1'],
    ['deploy/several/docker-compose.yml', 'api-2'],
  ])('can be replaced in .env beside %s, as the guide says, for %s', (file, service) => {
    const compose = readCompose(file)
    const { SEALING_SECRET_PREVIOUS: previous, ...before } = { ...names, ...secrets }
    expect(readSettings(compose.fillEnvironment(service, before)).sealing.previous).toBeUndefined()
    const during = { ...before, SEALING_SECRET_PREVIOUS: previous }
    expect(readSettings(compose.fillEnvironment(service, during)).sealing).toMatchObject({
      secret: secrets.SEALING_SECRET,
      previous,
    })
  })
})

describe('the services', () => {
  it.each(['docker-compose.yml', 'deploy/several/docker-compose.yml'])(
    'of %s are all started again with their machine',
    (file) => {
      const compose = readCompose(file)
      expect(compose.names.filter((name) => compose.readService(name).restart !== 'unless-stopped')).toEqual([])
    },
  )
})

const readTimeout = (unit: string) =>
  Number(/^TimeoutStopSec=(\d+)$/m.exec(readProject(`deploy/systemd/${unit}.service`))?.[1])

describe('the systemd units', () => {
  it('give an API enough time to leave, in one program with an edge too', () => {
    const { noticeMs } = loadApiConfig({
      EDGE_SECRET: secrets.EDGE_SECRET,
      DATABASE_URL: 'postgres://localhost/culvert',
    })
    // A job that hangs has 25 s.
    const needed = noticeMs / 1_000 + 25
    expect(readTimeout('culvert-api')).toBeGreaterThan(needed)
    // In one program, the edge goes first: it has 2 s for visitors and 4 for its reports.
    expect(readTimeout('culvert')).toBeGreaterThan(needed + 6)
  })
})

describe('docker-compose.yml', () => {
  /** Variables that the file or the image sets, and those of files, for which it takes a volume. */
  const own =
    /^(?:PORT|EDGE_(?:HTTPS?_PORT|OPERATIONS_.*|TLS_FOLDER)|DATABASE_URL|REDIS_URL|MAIL_OUTBOX_PORT|CULVERT_DATA|ACME_CA_ROOT)$/

  it.each([
    ['README.md', 'Settings', 20],
    ['docs/operations.md', 'Certificates of an authority', 15],
  ])('passes on what is set in .env of the variables in %s, "%s"', (file, heading, least) => {
    const [, section = ''] = readProject(file).split(`\n## ${heading}\n`)
    const cells = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| (`[^|]+`) \|/gm)].map(([, cell = '']) => cell)
    const variables = cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
    expect(variables.length).toBeGreaterThan(least)
    const compose = readCompose('docker-compose.yml')
    for (const name of variables.filter((each) => !own.test(each))) {
      const passed = ['api', 'edge'].map((service) => compose.fillEnvironment(service, { [name]: 'as given' })[name])
      expect(passed, name).toContain('as given')
    }
  })
})

describe('secrets beside the compose files, where the guide puts them', () => {
  it.each(['.env', 'deploy/several/.env', 'deploy/several/tls/edges/example.key'])(
    'reach neither a commit nor a stage of the image: %s',
    (file) => {
      expect(() => execFileSync('git', ['check-ignore', '--quiet', file], { cwd: projectFolder })).not.toThrow()
      expect(isKeptOut(file)).toBe(true)
    },
  )
})
