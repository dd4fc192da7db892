import { afterEach, describe, expect, it } from 'vitest'
import { frame, nothing, startRaw } from './testing/raw-peer.ts'
import { dial } from './testing/lifeline.ts'
import { closeSessions, connectTunnel, hello, welcome } from './testing/sessions.ts'
import { createMemoryPair } from './testing/transports.ts'

afterEach(closeSessions)

/** A HELLO and a WELCOME that end with these fields. */
const helloWith = (fields: string) => frame(1, 0, `\x01\x01\0\x04\0\0${nothing}test/1\nticket\n\n${fields}`)
const welcomeWith = (fields: string) =>
  frame(2, 0, `\x01\0\x04\0\0${nothing}${nothing}session-1\nresume-1\ndemo.example.com${fields}`)

/** An edge that can do this much, and has been greeted. */
async function greetEdge(features: string[], fields: string) {
  const tunnel = startRaw({ role: 'edge', features })
  tunnel.peer.send(helloWith(fields))
  await tunnel.owner.untilEvent('hello')
  tunnel.session.welcome(welcome)
  const { payload } = await tunnel.peer.firstOf(2)
  return { ...tunnel, said: payload.toString('latin1', 21).split('\n').slice(3) }
}

/** An agent that can do this much, and has been welcomed. */
async function welcomeAgent(features: string[], fields: string) {
  const tunnel = startRaw({ role: 'agent', features })
  tunnel.session.hello(hello)
  await tunnel.peer.firstOf(1)
  tunnel.peer.send(welcomeWith(fields))
  await tunnel.owner.untilEvent('welcome')
  return tunnel
}

describe('a field that is not known', () => {
  it('is ignored in HELLO', async () => {
    const { session, owner } = await greetEdge(['zip'], '\nmood\ngood\nfeatures\nzip\nfeatures-2\ntrace')
    expect(owner.hello).toMatchObject({ client: 'test/1', ticket: 'ticket', features: ['zip'] })
    expect(session.isOpen).toBe(true)
  })

  it('is ignored in WELCOME', async () => {
    const { session, owner } = await welcomeAgent(['zip'], '\nmood\ngood\nfeatures\nzip')
    expect(owner.welcome).toMatchObject({ hostname: 'demo.example.com' })
    expect(session.features).toEqual(['zip'])
  })
})

describe('a feature', () => {
  it('that the edge does not know is ignored and not named in WELCOME', async () => {
    const { session, said } = await greetEdge(['zip', 'trace'], '\nfeatures\nmagic  zip')
    expect(said).toEqual(['features', 'zip'])
    expect(session.features).toEqual(['zip'])
  })

  it('that the agent does not know, or has not named, is ignored', async () => {
    const { session } = await welcomeAgent(['zip'], '\nfeatures\nmagic trace zip')
    expect(session.features).toEqual(['zip'])
  })

  it.each([
    [['zip', 'trace'], ['trace', 'other'], ['trace']],
    [['zip'], [], []],
    [[], ['zip'], []],
    [['zip'], ['trace'], []],
  ])('is agreed only when both sides name it: edge %j, agent %j', async (edgeHas, agentHas, agreed) => {
    const { edge, agent } = await connectTunnel({ edge: { features: edgeHas }, agent: { features: agentHas } })
    expect([edge.features, agent.features]).toEqual([agreed, agreed])
  })

  it('leaves no field where there is none', async () => {
    const { said } = await greetEdge(['zip'], '')
    expect(said).toEqual([])
  })

  it('is agreed for the session, whatever a HELLO says with which it goes on', async () => {
    const pair = createMemoryPair()
    const features = ['zip']
    const tunnel = await connectTunnel({ pair, edge: { features }, agent: { features } })
    tunnel.edgeOwner.onDetached = () => {}
    tunnel.agentOwner.onDetached = () => dial(tunnel, createMemoryPair)
    pair[0].break()
    await tunnel.agentOwner.untilEvent('resumed')
    expect([tunnel.edge.features, tunnel.agent.features]).toEqual([features, features])
  })
})
