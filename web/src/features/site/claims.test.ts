import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { claims, figures } from './claims.ts'

const projectFolder = join(import.meta.dirname, '../../../..')

type Shown = [file: string, test: string]

/** For each claim a test file, and the name of the test in it that shows that the claim holds; several if it makes several statements. */
const shownBy: Record<keyof typeof claims, Shown | Shown[]> = {
  lead: [
    [
      'e2e/tests/getting-started.test.ts',
      'gets from nothing to a public URL by what the screens say, and sees it happen',
    ],
    ['e2e/tests/start.long.test.ts', 'makes a database with a plan and a domain on a fresh folder'],
    [
      'e2e/tests/connect.long.test.ts',
      'is connected by the browser on it, over the sign-in, and its token runs agents until it is disconnected',
    ],
  ],
  oneCommand: [
    'e2e/tests/getting-started.test.ts',
    'gets from nothing to a public URL by what the screens say, and sees it happen',
  ],
  lastingAddresses: ['e2e/tests/start.long.test.ts', 'starts again on data that is there, and keeps everything'],
  liveFigures: [
    'e2e/tests/agents.test.ts',
    'shows an agent as it starts, as its figures move, and as it ends, without a reload',
  ],
  comingBack: [
    'e2e/tests/lifeline.long.test.ts',
    'is back within 5 s of waking up, also when the connection died without a word',
  ],
  roles: ['e2e/tests/team.long.test.ts', 'follows who joins, changes roles, hands the account over, and removes'],
  oneProcess: ['e2e/tests/start.long.test.ts', 'makes a database with a plan and a domain on a fresh folder'],
  printedRequests: [
    'agent/src/output/terminal-output.test.ts',
    'shows the mark, the addresses, a line for each request, and how it stands',
  ],
  repair: [
    [
      'e2e/tests/diagnostics.long.test.ts',
      'has on the dashboard what a visitor saw, under the same id, for members of the account alone',
    ],
    [
      'web/src/features/traffic/pages.test.tsx',
      'measures each hop as it opens, says at a failing one why and what to do, and keeps that when no check is left',
    ],
    [
      'web/src/features/requests/RequestPanel.test.tsx',
      'is possible of what the app did not answer, where the agent keeps it',
    ],
  ],
  liveTable: [
    'e2e/tests/agents.test.ts',
    'shows an agent as it starts, as its figures move, and as it ends, without a reload',
  ],
  ssl: [
    'e2e/tests/https.test.ts',
    'connects its agents by TLS, with no certificate but its own, and nothing to set for them',
  ],
  hostnames: [
    'api/src/features/agents/agents.test.ts',
    'takes a random hostname without a gateway, which counts as none',
  ],
  team: ['e2e/tests/team.long.test.ts', 'follows who joins, changes roles, hands the account over, and removes'],
  requestReview: [
    [
      'e2e/tests/requests.long.test.ts',
      'shows requests as they come, also those that reached no agent, and says of each how and why it was answered',
    ],
    ['e2e/tests/inspector.test.ts', 'repeats a request, also edited, and compares the answers'],
    [
      'web/src/features/requests/RequestPanel.test.tsx',
      'is shown with its header fields, its bodies by their types, and where secrets were taken out',
    ],
    [
      'web/src/features/requests/RequestPanel.test.tsx',
      'is compared with the original side by side, and leads to the new request',
    ],
  ],
  chat: ['web/src/features/marketing/PricingPage.test.tsx', 'leads to the chat of the operator who has one'],
  ownDomain: [
    'e2e/tests/domains.long.test.ts',
    'takes a domain from pending over failed to verified, and then gateways on it',
  ],
  freeCertificates: [
    'e2e/tests/domain-certificate.long.test.ts',
    'gets its certificate once that is mended, and the screen shows it',
  ],
  ownDomainCertificates: [
    'edge/src/certificates/certificates.test.ts',
    'stand for every name that is served, one for each domain',
  ],
  dailyCheck: [
    'api/src/features/domains/domains.test.ts',
    'fails a domain at the third failure in a row, with a mail to its managers after the second',
  ],
  tls13: ['e2e/tests/https.test.ts', 'speaks TLS 1.3 with visitors who can'],
  rateLimiting: [
    'edge/src/accounts/limits.test.ts',
    'is one for all tunnels of an account, and says which it is, whose, what is left and when to come again',
  ],
  addressControl: [
    'e2e/tests/domains.long.test.ts',
    'refuses visitors from an address, within 2 seconds, until the restriction is removed',
  ],
}

/** Words for what this build does not do. When one is built, remove its word here and add its claims. */
const notBuilt = [
  /every request shows|request,? .*shows on the dashboard/i,
  /certificate pinning(?!', 'Not in use\.)|pinned certificate/i,
  /\btcp tunnels?\b|\budp tunnels?\b|\bauth policy\b/i,
  /\bsaml\b/i,
]

/** Everything that people read: pages, the guide, READMEs, the command's help, error pages, mails and the contract. */
const texts = [
  'web/{index.html,src/**/*.{tsx,ts,md}}',
  'docs/{api,errors}.md',
  'docs/guide/*.md',
  '{.,agent}/README.md',
  'agent/src/{commands,output}/**/*.ts',
  'edge/src/pages/*.ts',
  'api/src/{platform/mail,admin,features}/**/*.ts',
  'schema/*.graphql',
]

/** Where `comingSoon` names what is to come, and this file. */
const exempt = /site\/claims(\.test)?\.ts$|\.test\.tsx?$|generated/

describe('what the pages promise', () => {
  it.each(Object.entries(shownBy))('%s is shown by a test that exists', (_, shown) => {
    for (const [file, test] of isOne(shown) ? [shown] : shown) {
      expect(readFileSync(join(projectFolder, file), 'utf8')).toContain(`it('${test}'`)
    }
  })

  it('stands in the table of claims and nowhere else', () => {
    const sources = readAll(['web/src/**/*.tsx'])
    for (const claim of Object.values(claims)) {
      if (!claim.includes(' ')) continue
      expect({
        claim,
        repeatedIn: [...sources].flatMap(([file, text]) => (text.includes(claim) ? [file] : [])),
      }).toEqual({
        claim,
        repeatedIn: [],
      })
    }
  })

  it('has the figures of the benchmarks', () => {
    const benchmarks = readFileSync(join(projectFolder, 'docs/benchmarks.md'), 'utf8')
    const measured = benchmarks.slice(benchmarks.indexOf('| Machine E, commit 46d37af'))
    expect(figures.requests.value).toBe(/^\| Culvert \| ([\d,]+) /m.exec(measured)?.[1])

    const [, runs = ''] = /^(\| Run \|(?:.*\n)+?)\n/m.exec(benchmarks) ?? []
    const ratios = [...runs.matchAll(/^(?:\|[^|]*){4}\| ([\d.]+), \./gm)].map(([, ratio]) => Number(ratio))
    const [least, most] = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(1))
    expect(ratios).toHaveLength(7)
    expect(figures.besideSsh.value).toBe(`${least} to ${most} ×`)

    const [, culvert, ssh] = /On E \(commit 46d37af.*Culvert (\d+) and .*`ssh -R` (\d+) and/.exec(benchmarks) ?? []
    expect(figures.transfer.value).toBe(`${culvert} MB/s`)
    expect(figures.transfer.text).toMatch(new RegExp(`where ssh -R has ${ssh}$`))
  })

  it('names nothing that this build does not do', () => {
    const found: string[] = []
    for (const [file, text] of readAll(texts)) {
      for (const line of text.split('\n')) {
        if (notBuilt.some((word) => word.test(line))) found.push(`${file}: ${line.trim()}`)
      }
    }
    expect(found).toEqual([])
  })
})

const isOne = (shown: Shown | Shown[]): shown is Shown => typeof shown[0] === 'string'

function readAll(patterns: string[]): Map<string, string> {
  const files = globSync(patterns, { cwd: projectFolder }).filter((file) => !exempt.test(file))
  expect(files.length).toBeGreaterThan(50)
  return new Map(files.map((file) => [file, readFileSync(join(projectFolder, file), 'utf8')]))
}
