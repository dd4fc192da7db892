import { type DnsClient, type LookUp, withAddresses } from './look-up.ts'

export interface LookUpBounds {
  /** How many look-ups there may be. */
  lookUpsMax: number
  /** How long all of them together may take, in milliseconds. */
  timeMs: number
}

type Questions = Omit<DnsClient, 'lookUpAddresses' | 'listServers' | 'askServer' | 'askZoneServer'>

/** Bounds the queries of one check, of whichever servers. Each server is asked each query once. Queries beyond the bounds count as unanswered. */
export function boundLookUps(dns: DnsClient, { lookUpsMax, timeMs }: LookUpBounds): DnsClient {
  const { promise: late, resolve } = Promise.withResolvers<Unanswered>()
  setTimeout(() => resolve(unanswered('the check took too long')), timeMs).unref()
  let lookUps = 0
  const ask = async <Value>(question: () => Promise<LookUp<Value>>): Promise<LookUp<Value>> => {
    lookUps += 1
    if (lookUps > lookUpsMax) return unanswered('the check needed too many look-ups')
    return await Promise.race([question(), late])
  }
  return boundClient(dns, ask)
}

type Unanswered = Extract<LookUp<never>, { outcome: 'unanswered' }>
type Ask = <Value>(question: () => Promise<LookUp<Value>>) => Promise<LookUp<Value>>

function boundClient(dns: DnsClient, ask: Ask): DnsClient {
  const once = <Value>(question: (name: string) => Promise<LookUp<Value>>) => {
    const asked = new Map<string, Promise<LookUp<Value>>>()
    return (name: string) => {
      const answer = asked.get(name) ?? ask(() => question(name))
      asked.set(name, answer)
      return answer
    }
  }
  const questions: Questions = {
    lookUpIpv4: once((name) => dns.lookUpIpv4(name)),
    lookUpIpv6: once((name) => dns.lookUpIpv6(name)),
    lookUpCaa: once((name) => dns.lookUpCaa(name)),
    lookUpCname: once((name) => dns.lookUpCname(name)),
    lookUpNs: once((name) => dns.lookUpNs(name)),
    lookUpTxt: once((name) => dns.lookUpTxt(name)),
  }
  return withAddresses({
    ...questions,
    listServers: () => dns.listServers(),
    askServer: (server) => boundClient(dns.askServer(server), ask),
    askZoneServer: (address) => {
      const client = dns.askZoneServer(address)
      return client && boundClient(client, ask)
    },
  })
}

function unanswered(reason: string): Unanswered {
  return { outcome: 'unanswered', reason }
}
