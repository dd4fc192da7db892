import { createHash, randomBytes } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { join } from 'node:path'
import { publicUrlPattern } from '../../agent.ts'
import { startApp } from '../../apps.ts'
import { startProcess } from '../../processes.ts'
import { runtimes, startedVersion, unpackAgent } from '../../runtimes.ts'
import { visit } from '../../visit.ts'
import { type Scenario, expectThat } from './scenario.ts'

const uploadBytes = 20 * 1024 * 1024
const smallAnswers = 200

/** Where the agent runs, and who on the machine can read what an installation stores. */
export const runtimeScenarios: readonly Scenario[] = [
  {
    area: 'where it runs',
    promise: 'The packaged agent carries large uploads and small answers on each Node from 20.0 on',
    async run(testBed, cleanup) {
      const answer = randomBytes(6_000)
      const app = await startApp(cleanup, (request, response) => {
        if (request.method === 'GET') response.end(answer)
        else void buffer(request).then((body) => response.end(digest(body)))
      })
      const command = await unpackAgent(cleanup, testBed.site)
      const { secret } = await (await testBed.signUp(cleanup)).createAuthToken()
      const body = randomBytes(uploadBytes)
      const versions: string[] = []
      for (const runtime of runtimes) {
        versions.push(startedVersion(runtime))
        const agent = startProcess(runtime.node, [command, 'http', String(app.port), '--server', testBed.site.apiUrl], {
          env: { CULVERT_AUTHTOKEN: secret },
        })
        cleanup.defer(() => agent.stop())
        const [url] = await agent.waitForOutput(publicUrlPattern)
        expectThat(
          (await visit(url, { method: 'PUT', body })).text === digest(body),
          `${runtime.name}: an upload changed`,
        )
        const small = await visit(`${url}/[1-${smallAnswers}]`)
        expectThat(small.body.length === smallAnswers * answer.length, `${runtime.name}: small answers are missing`)
        await agent.stop()
      }
      return `${uploadBytes / 1024 / 1024} MB up and ${smallAnswers} answers on ${versions.join(', ')}`
    },
  },
  {
    area: 'who is who',
    promise: 'No other user of the machine can look into what the programs keep on disk',
    async run({ site }) {
      const folders = ['database', 'usage', 'tls'].map((name) => join(site.env.CULVERT_DATA ?? '', name))
      const kept = folders.filter((folder) => existsSync(folder))
      for (const folder of kept) {
        const mode = statSync(folder).mode & 0o777
        expectThat(mode === 0o700, `${folder} has mode ${mode.toString(8)}`)
      }
      return `${kept.length} folders of mode 700`
    },
  },
]

const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
