import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startNameServer, type TestNameServer } from '../testing/name-server.ts'
import { findZoneServers, waitUntilServed } from './served.ts'

const name = '_acme-challenge.a.example'
let [one, other]: TestNameServer[] = []

beforeEach(async () => {
  ;[one, other] = [await startNameServer(), await startNameServer()]
  for (const server of [one, other]) server.zones = ['a.example']
})
afterEach(async () => {
  for (const server of [one, other]) await server?.close()
})

describe('waitUntilServed', () => {
  it('waits until every name server returns the value', async () => {
    const never = new AbortController().signal
    one!.records.set(`TXT ${name}`, ['another', 'value'])
    let isServed = false
    const wait = waitUntilServed(name, 'value', [one!.address, other!.address], never, { intervalMs: 1 })
    const served = wait.then(() => (isServed = true))
    while (other!.asked.length < 3) await waitUntilServed(name, 'value', [one!.address], never)
    expect(isServed).toBe(false)
    other!.records.set(`TXT ${name}`, ['value'])
    await served
  })

  it('reports what each name server returns when it is aborted', async () => {
    const never = new AbortController().signal
    one!.records.set(`TXT ${name}`, ['stale'])
    one!.records.set('TXT a.example', ['there'])
    other!.zones = []
    const over = new AbortController()
    const servers = [one!.address, other!.address]
    const wait = waitUntilServed(name, 'value', servers, over.signal, { intervalMs: 1 })
    // A server that is asked for the third time has answered twice.
    const isAsked = (server?: TestNameServer) => server!.asked.filter((asked) => asked.endsWith(name)).length > 2
    while (!isAsked(one) || !isAsked(other)) await waitUntilServed('a.example', 'there', [one!.address], never)
    over.abort()
    await expect(wait).rejects.toThrow(
      `TXT ${name} does not show value yet: ${one!.address} shows stale; ${other!.address} shows queryTxt EREFUSED ${name}.`,
    )
  })
})

describe('findZoneServers', () => {
  it('finds the name servers of the zone that contains the name, or none', async () => {
    one!.hosts = '192.0.2.1'
    one!.records.set('NS a.example', ['ns1.a.example', 'ns2.a.example'])
    one!.records.set('A ns2.a.example', ['192.0.2.2'])
    const never = new AbortController().signal
    const found = await findZoneServers(name, never, [one!.address])
    expect(found.toSorted()).toEqual(['192.0.2.1', '192.0.2.2'])
    expect(await findZoneServers('b.example', never, [one!.address])).toEqual([])
    await expect(findZoneServers(name, AbortSignal.abort(new Error('the program stops')))).rejects.toThrow(
      'the program stops',
    )
  })
})
