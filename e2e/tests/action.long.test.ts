import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { startApp } from '../src/apps.ts'
import { createCleanup } from '../src/cleanup.ts'
import { type Site, planSite, startStandalone } from '../src/culvert.ts'
import { type Person, signUp } from '../src/people.ts'
import { type RunningProcess, projectFolder, startProcess } from '../src/processes.ts'
import { visit } from '../src/visit.ts'

const actionFolder = join(projectFolder, '.github/actions/tunnel')

/** The parts of action.yml that this test needs. */
interface Action {
  inputs: Record<string, { default?: string }>
  runs: { using: string; steps: { shell: string; env: Record<string, string>; run: string }[] }
}

const cleanup = createCleanup()
let site: Site
let ada: Person
/** One secret for both tests: creating a second one would end the agent of the first. */
let secret: string
let port: number

beforeAll(async () => {
  site = await planSite(cleanup)
  await startStandalone(cleanup, site)
  ada = await signUp(site, 'Ada')
  await ada.createGateway('preview')
  ;({ secret } = await ada.createAuthToken())
  ;({ port } = await startApp(cleanup, (_request, response) => response.end('the pull request')))
})

describe('the GitHub Action', () => {
  it("installs the server's own package and opens a tunnel, which outlives the step; its output is the URL", async () => {
    const step = await run({
      server: site.apiUrl,
      token: secret,
      port: String(port),
      gateway: 'preview',
      // The name of a branch must not become part of our script.
      name: 'ada/shop $(touch /tmp/culvert-action-was-run) "; exit 9',
      ttl: '10m',
      // Decimal, in spite of its zeros.
      'ready-timeout': '0090',
    })
    expect({ exit: await step.process.waitForExit(), stderr: step.process.stderr }).toEqual({
      exit: { code: 0, signal: null },
      stderr: '',
    })
    const output = await readFile(step.output, 'utf8')
    const [, url = '', pid = ''] = /^url=(http\S+)\npid=(\d+)\n$/.exec(output) ?? []
    cleanup.defer(() => process.kill(Number(pid), 'SIGTERM'))
    expect(url).toMatch(/^http:\/\/preview-ada\./)
    expect(await readFile(step.environment, 'utf8')).toBe(`CULVERT_URL=${url}\n`)
    expect(step.process.stdout).not.toContain(secret)
    expect((await visit(url)).text).toBe('the pull request')
  })

  it('fails with the reason if the tunnel is refused', async () => {
    const step = await run({ server: site.apiUrl, token: secret, port: String(port), gateway: 'of-others', ttl: '10m' })
    expect((await step.process.waitForExit()).code).toBe(1)
    expect(step.process.stdout).toContain('The gateway "of-others" was refused.')
    expect(step.process.stdout).toContain('::error title=Culvert tunnel::The tunnel could not be opened')
  })
})

/** Runs the steps of the action as a runner does: inputs by variables, outputs by files. */
async function run(
  inputs: Record<string, string>,
): Promise<{ process: RunningProcess; output: string; environment: string }> {
  const action = parse(await readFile(join(actionFolder, 'action.yml'), 'utf8')) as Action
  expect(action.runs.using).toBe('composite')
  const [step, another] = action.runs.steps
  if (step === undefined || another !== undefined) throw new Error('The action has one step')
  const temp = await mkdtemp(join(tmpdir(), 'culvert-action-'))
  cleanup.defer(() => rm(temp, { recursive: true, force: true }))
  const env = Object.fromEntries(
    Object.entries(step.env).map(([name, expression]) => [name, evaluate(expression, action, inputs)]),
  )
  const output = join(temp, 'output')
  const environment = join(temp, 'env')
  const started = startProcess(step.shell, ['-e', '-o', 'pipefail', '-c', step.run], {
    env: {
      ...env,
      PATH: [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
      GITHUB_ACTION_PATH: actionFolder,
      GITHUB_OUTPUT: output,
      GITHUB_ENV: environment,
      RUNNER_TEMP: temp,
      CULVERT_CONFIG_DIR: join(temp, 'none'),
      CULVERT_STATE_DIR: join(temp, 'state'),
    },
  })
  cleanup.defer(() => started.stop())
  return { process: started, output, environment }
}

/** Evaluates `${{ inputs.NAME }}`, the only expression that the step has. */
function evaluate(expression: string, { inputs: known }: Action, inputs: Record<string, string>): string {
  const name = /^\$\{\{ inputs\.([a-z-]+) \}\}$/.exec(expression)?.[1] ?? ''
  if (known[name] === undefined) throw new Error(`There is no input for ${expression}`)
  return inputs[name] ?? known[name].default ?? ''
}
