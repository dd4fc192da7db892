import type { DomainFinding } from '../../../generated/schema.ts'
import { isResolverAddress } from '../../../ground/resolver-address.ts'
import { challengeName } from '../../../platform/dns/domain-check.ts'
import type { DnsClient, LookUp } from '../../../platform/dns/look-up.ts'
import { shorten } from '../../../platform/dns/printable.ts'
import { warning, fine, list, unknown } from './finding.ts'
import { isApex, type Subject } from './subject.ts'

/** How many resolvers are asked, and how many of the zone's own servers. */
const resolversMax = 3
const zoneServersMax = 2

/** A name server that is asked separately. */
interface Server {
  label: string
  isOfZone: boolean
  client: DnsClient
}

/** The answer of a server to a query; undefined if it gave none. */
interface ServerAnswer {
  server: Server
  words: string | undefined
}

/** The answers of servers to one query. */
interface Question {
  /** For example `CNAME of dev.example.com`. */
  name: string
  answers: ServerAnswer[]
}

/** Judges whether the configured resolvers and the zone's own name servers give the same answers, and says which gives what. */
export async function judgeServers(
  dns: DnsClient,
  subject: Subject,
  ownAddresses: readonly string[],
): Promise<DomainFinding> {
  const { domain, check } = subject
  const zoneServers = await findZoneServers(dns, subject)
  const resolvers = dns
    .listServers()
    // The system may name a resolver by its interface, which a separate client does not accept.
    .filter(isResolverAddress)
    .slice(0, resolversMax)
    .map((server): Server => ({ label: server, isOfZone: false, client: dns.askServer(server) }))
  const servers = [...resolvers, ...zoneServers]
  const challenge = challengeName(domain)
  const [cname, txt] = check.records
  const questions = await Promise.all([
    // If one record proves the domain, the other query is pointless.
    ...(cname.result === 'right'
      ? []
      : [askAll(`TXT of ${challenge}`, servers, (server) => describeTxt(server, challenge))]),
    isApex(subject) || (txt.result === 'right' && check.chain.length === 0)
      ? askAll(`A of ${domain}`, servers, (server) => describeAddresses(server, domain, ownAddresses))
      : askAll(`CNAME of ${domain}`, servers, (server) => describeCname(server, domain)),
  ])
  return judge(questions, servers, subject)
}

function judge(questions: readonly Question[], servers: readonly Server[], { registered }: Subject): DomainFinding {
  const expected = 'the same answer from every name server'
  const answered = new Set(
    questions.flatMap(({ answers }) => answers.flatMap(({ server, words }) => (words === undefined ? [] : [server]))),
  )
  if (answered.size === 0)
    return unknown('RESOLVERS', { expected, found: 'no answer from any of them', advice: 'Recheck in a few minutes.' })

  const divided = questions.find(({ answers }) => new Set(listWords(answers)).size > 1)
  if (divided) {
    const found = `${divided.name}: ${divided.answers.flatMap(({ server, words }) => (words === undefined ? [] : [`${server.label} says ${words}`])).join('; ')}`
    const ofZone = divided.answers.filter(({ server }) => server.isOfZone)
    return warning('RESOLVERS', {
      expected,
      found,
      advice: adviseDivided(divided, new Set(listWords(ofZone)).size, registered),
    })
  }
  const silent = servers.filter((server) => server.isOfZone && !answered.has(server))
  // If none of them answers, it is more likely that this machine may not ask them.
  if (silent.length > 0 && servers.some((server) => server.isOfZone && answered.has(server))) {
    const found = `no answer from ${list(silent.map(({ label }) => label))}`
    return warning('RESOLVERS', {
      expected,
      found,
      advice: `Fix that name server, or remove it from the NS records of ${registered}.`,
    })
  }
  return fine('RESOLVERS', { expected, found: `the same answer from ${list([...answered].map(({ label }) => label))}` })
}

function adviseDivided(divided: Question, zoneAnswers: number, registered: string): string {
  if (divided.answers.some(({ words }) => words === failing)) {
    return `Look at the name servers of ${registered} and at its DNSSEC records: a resolver that checks signatures refuses their answer.`
  }
  if (zoneAnswers > 1)
    return `Make every name server of ${registered} publish the same records: they disagree among themselves.`
  return "Wait until the record's time to live (TTL) has passed, often an hour, and recheck: resolvers keep old answers for that long."
}

const failing = 'a failure (SERVFAIL)'

/** Finds the name servers of the nearest zone that the domain is in, among those that may be asked. */
async function findZoneServers(dns: DnsClient, { domain, registered, check }: Subject): Promise<Server[]> {
  const labels = domain
    .slice(0, -registered.length)
    .split('.')
    .filter((label) => label !== '')
  // With a CNAME record, resolvers would answer for the name to which it leads.
  const zones = labels
    .map((_, index) => `${labels.slice(index).join('.')}.${registered}`)
    .slice(check.chain.length > 0 ? 1 : 0)
  const nearest = [...zones.slice(0, 2), registered]
  const answers = await Promise.all(nearest.map((zone) => dns.lookUpNs(zone)))
  const found = answers.find((answer) => answer.outcome === 'found')
  const names = (found?.outcome === 'found' ? found.values : []).toSorted().slice(0, zoneServersMax)
  const servers = await Promise.all(
    names.map(async (name): Promise<Server | undefined> => {
      const addresses = await dns.lookUpAddresses(name)
      // Those of IPv4 come first: not every machine has IPv6.
      const [address] = addresses.outcome === 'found' ? addresses.values : []
      const client = address === undefined ? undefined : dns.askZoneServer(address)
      return client && { label: `${shorten(name)} (a name server of the domain)`, isOfZone: true, client }
    }),
  )
  return servers.filter((server) => server !== undefined)
}

async function askAll(
  name: string,
  servers: readonly Server[],
  ask: (server: Server) => Promise<string | undefined>,
): Promise<Question> {
  return { name, answers: await Promise.all(servers.map(async (server) => ({ server, words: await ask(server) }))) }
}

async function describeCname({ client }: Server, name: string): Promise<string | undefined> {
  return describe(await client.lookUpCname(name), ([first = '']) => shorten(first.toLowerCase().replace(/\.$/, '')))
}

async function describeTxt({ client, isOfZone }: Server, name: string): Promise<string | undefined> {
  const answer = await client.lookUpTxt(name)
  // The name may lead into another zone by a CNAME, which a zone's server does not follow.
  if (isOfZone && answer.outcome === 'no-record') return undefined
  return describe(answer, (values) => list(values.map((value) => `“${shorten(value)}”`).toSorted()))
}

/** Addresses that are the installation's count as one answer: those of edges may be returned in turn. */
async function describeAddresses(
  { client, isOfZone }: Server,
  name: string,
  ownAddresses: readonly string[],
): Promise<string | undefined> {
  const answer = await client.lookUpIpv4(name)
  // A zone's server may give addresses by a CNAME into another zone.
  if (isOfZone && answer.outcome === 'no-record') return undefined
  return describe(answer, (values) =>
    values.every((value) => ownAddresses.includes(value))
      ? 'the addresses of this installation'
      : list(values.toSorted()),
  )
}

function describe(answer: LookUp<string>, describeValues: (values: string[]) => string): string | undefined {
  switch (answer.outcome) {
    case 'found':
      return describeValues(answer.values)
    case 'no-record':
    case 'no-name':
      return 'none'
    case 'servfail':
      return failing
    case 'unanswered':
      return undefined
    default:
      return answer satisfies never
  }
}

function listWords(answers: readonly ServerAnswer[]): string[] {
  return answers.flatMap(({ words }) => (words === undefined ? [] : [words]))
}
