import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { claims, figures } from './claims.ts'

const projectFolder = join(import.meta.dirname, '../../../..')

type Shown = [file: string, test: string]

/** For each claim, the file and the name of the test that proves it; several if it makes several statements. */
const shownBy: Record<keyof typeof claims, Shown | Shown[]> = {
  lead: [
    [
      'e2e/tests/getting-started.test.ts',
      'gets from sign-up to a public URL by following the screens, which show each step',
    ],
    ['e2e/tests/start.long.test.ts', 'creates a database with a plan and a domain in a new folder'],
    [
      'e2e/tests/connect.long.test.ts',
      'is connected by its browser after signing in, and runs agents until it is disconnected',
    ],
  ],
  oneCommand: [
    'e2e/tests/getting-started.test.ts',
    'gets from sign-up to a public URL by following the screens, which show each step',
  ],
  lastingAddresses: [
    'e2e/tests/start.long.test.ts',
    'starts again with existing data, and keeps accounts, sessions and gateways',
  ],
  liveFigures: [
    'e2e/tests/agents.test.ts',
    'shows an agent starting, its changing figures, and its end, without a reload',
  ],
  comingBack: [
    'e2e/tests/lifeline.long.test.ts',
    'is back within 5 s of waking up, even if the connection died silently',
  ],
  roles: [
    'e2e/tests/team.long.test.ts',
    'shows a new member live, changes roles, also for screens that are open, transfers ownership, and removes a member',
  ],
  oneProcess: ['e2e/tests/start.long.test.ts', 'creates a database with a plan and a domain in a new folder'],
  printedRequests: [
    'agent/src/output/terminal-output.test.ts',
    'shows the logo, the addresses, a line for each request, and the status',
  ],
  repair: [
    [
      'e2e/tests/diagnostics.long.test.ts',
      'shows members, and no others, the error that a visitor saw, with the same request id',
    ],
    [
      'web/src/features/traffic/pages.test.tsx',
      'measures each hop on opening, explains a failing hop, and keeps that if no check is left',
    ],
    [
      'web/src/features/requests/RequestPanel.test.tsx',
      'is possible for a request that the app did not answer, if the agent keeps it',
    ],
  ],
  liveTable: [
    'e2e/tests/agents.test.ts',
    'shows an agent starting, its changing figures, and its end, without a reload',
  ],
  ssl: ['e2e/tests/https.test.ts', 'connects its agents over TLS with its own certificate, without configuration'],
  hostnames: [
    'api/src/features/agents/agents.test.ts',
    'assigns a random hostname without a gateway, and does not count it as one',
  ],
  team: [
    'e2e/tests/team.long.test.ts',
    'shows a new member live, changes roles, also for screens that are open, transfers ownership, and removes a member',
  ],
  requestReview: [
    [
      'e2e/tests/requests.long.test.ts',
      'shows requests as they arrive, even without an agent, and how and why each was answered',
    ],
    ['e2e/tests/inspector.test.ts', 'replays a request, also an edited one, and compares the answers'],
    [
      'web/src/features/requests/RequestPanel.test.tsx',
      'is shown with header fields, bodies formatted by type, and notes on removed secrets',
    ],
    [
      'web/src/features/requests/RequestPanel.test.tsx',
      'is compared with the original side by side, and leads to the new request',
    ],
  ],
  chat: ['web/src/features/marketing/PricingPage.test.tsx', 'links to the chat community of an operator who has one'],
  ownDomain: [
    'e2e/tests/domains.long.test.ts',
    'takes a domain from pending through failed to verified, and allows gateways on it',
  ],
  freeCertificates: [
    'e2e/tests/domain-certificate.long.test.ts',
    'gets its certificate once the CAA record allows it, and the screen shows it',
  ],
  ownDomainCertificates: [
    'edge/src/certificates/certificates.test.ts',
    'cover every name that is served, with one certificate for each domain',
  ],
  dailyCheck: [
    'api/src/features/domains/domains.test.ts',
    'fails a domain at the third failure in a row, with a mail to its managers after the second',
  ],
  tls13: ['e2e/tests/https.test.ts', 'serves visitors over TLS 1.3'],
  rateLimiting: [
    'edge/src/accounts/limits.test.ts',
    'is shared by all tunnels of an account; a refusal says which limit, whose, what is left and when to retry',
  ],
  addressControl: [
    'e2e/tests/domains.long.test.ts',
    'refuses visitors from a restricted address, until the restriction is removed',
  ],
}

/** Words for features that this build lacks. When one is built, remove its words here and add its claims. */
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

/** The file whose `comingSoon` names features to come, tests, and generated files. */
const exempt = /site\/claims(\.test)?\.ts$|\.test\.tsx?$|generated/

describe('the claims on the pages', () => {
  it.each(Object.entries(shownBy))('%s is proven by a test that exists', (_, shown) => {
    for (const [file, test] of isOne(shown) ? [shown] : shown) {
      expect(readFileSync(join(projectFolder, file), 'utf8')).toContain(`it('${test}'`)
    }
  })

  it('are stated in the table of claims and nowhere else', () => {
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

  it('state the figures of the benchmarks', () => {
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

  it('mention no feature that this build lacks', () => {
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
