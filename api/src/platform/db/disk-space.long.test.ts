import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { TestClient } from '../../testing/client.ts'
import { SignUpDocument } from '../../testing/generated/documents.ts'

const mebibyte = 1024 * 1024

/** Only root may mount a disk that is small enough to be filled. */
const canMount = process.platform === 'linux' && process.getuid?.() === 0

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'culvert-room-'))
})
afterAll(() => rm(folder, { recursive: true }))

const running = new Set<ChildProcess>()
afterEach(async () => {
  for (const main of running) {
    main.kill('SIGKILL')
    await once(main, 'close')
  }
})

/** Starts the API as a separate program on data in a folder. It ends with the test. */
function startMain(data: string) {
  const main = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, '../../main.ts')],
    {
      env: {
        ...process.env,
        EDGE_SECRET: 'the edge secret of the disk tests, long enough',
        PORT: '0',
        MAIL_OUTBOX_PORT: '0',
        CULVERT_DATA: data,
        NODE_OPTIONS: '',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const run = { main, output: '' }
  running.add(main)
  main.once('close', () => running.delete(main))
  for (const stream of [main.stdout, main.stderr])
    stream.on('data', (text: Buffer) => void (run.output += text.toString()))
  return run
}

async function waitForOutput(run: ReturnType<typeof startMain>, pattern: RegExp): Promise<string> {
  for (;;) {
    const [match] = pattern.exec(run.output) ?? []
    if (match !== undefined) return match
    if (run.main.exitCode !== null) throw new Error(`ended with ${run.main.exitCode}: ${run.output}`)
    await Promise.race([once(run.main.stdout, 'data'), once(run.main.stderr, 'data'), once(run.main, 'exit')])
  }
}

async function waitForHealth(url: string, status: number): Promise<unknown> {
  for (let tries = 0; tries < 200; tries += 1) {
    const response = await fetch(`${url}/healthz`)
    const body: unknown = await response.json()
    if (response.status === status) return body
    await delay(50)
  }
  throw new Error(`/healthz never answered ${status}`)
}

describe('the folder of the embedded database', () => {
  it('is private: mode 0755 is corrected to 0700 at startup, and the correction is reported', async () => {
    const data = join(folder, 'open')
    await mkdir(join(data, 'database'), { recursive: true })
    await chmod(join(data, 'database'), 0o755)
    const run = startMain(data)
    await waitForOutput(run, /The API listens on/)
    expect(run.output).toMatch(
      /other users of this machine could look into \S+database \(mode 0755\); now it is private/,
    )
    expect((await stat(join(data, 'database'))).mode & 0o777).toBe(0o700)
    run.main.kill()
    await once(run.main, 'exit')
  }, 60_000)
})

const describeOnDisk = canMount ? describe : describe.skip

describeOnDisk('an embedded database whose disk is full', () => {
  let disk: string
  beforeAll(async () => {
    disk = join(folder, 'disk')
    await mkdir(disk)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256m', 'tmpfs', disk])
  })
  afterAll(() => void execFileSync('umount', [disk]))

  const fill = async (leaveBytes: number) => {
    const { bavail, bsize } = await statfs(disk)
    await writeFile(join(disk, 'ballast'), Buffer.alloc(bavail * bsize - leaveBytes))
  }

  it('names the folder and free space, is unhealthy, refuses writes, and recovers once there is space', async () => {
    const run = startMain(disk)
    const [url = ''] = /http:\S+/.exec(await waitForOutput(run, /The API listens on \S+/)) ?? []
    await waitForHealth(url, 200)
    const signUp = (email: string) =>
      new TestClient(url, undefined, () => Promise.resolve()).run(SignUpDocument, {
        input: {
          firstName: 'Ada',
          lastName: 'Lovelace',
          acceptTerms: true,
          tokenDelivery: 'RESPONSE',
          email,
          password: 'correct horse',
        },
      })

    await fill(32 * mebibyte)
    expect(await waitForHealth(url, 503)).toEqual({
      status: 'unavailable',
      reason: 'The disk of the database is full.',
    })
    await expect(signUp('ada@example.com')).rejects.toThrow(/disk|room/)
    await waitForOutput(
      run,
      new RegExp(`The disk of ${disk}/database has \\d\\d MiB left, and the embedded database needs 64`),
    )
    expect(run.output).not.toContain('Aborted')

    await rm(join(disk, 'ballast'))
    await waitForHealth(url, 200)
    expect((await signUp('ada@example.com')).signUp.session.user.email).toBe('ada@example.com')
    run.main.kill()
    await once(run.main, 'exit')
  }, 120_000)

  it('is not opened, and the reason is printed on one line', async () => {
    await fill(8.5 * mebibyte)
    const run = startMain(disk)
    await once(run.main, 'close')
    expect(run.output).toBe(
      `The disk of ${disk}/database has 8 MiB left, and the embedded database needs 64. ` +
        'Make room there, or set CULVERT_DATA to a folder on another disk.\n',
    )
    await rm(join(disk, 'ballast'))
  }, 60_000)
})
