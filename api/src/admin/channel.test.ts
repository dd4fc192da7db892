import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeApiOnce } from '../testing/api.ts'
import { openAdminChannel } from './channel.ts'

describeApiOnce('the socket of the command line', (api) => {
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'culvert-channel-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it.each([
    ['sends no command', ''],
    // The answer repeats the name, so that it fits into no buffer.
    ['does not read the answer', JSON.stringify({ args: ['plans', 'show', 'x'.repeat(8_388_608)], folder: '/' })],
  ])('does not keep a server from ending because a client %s', async (_what, command) => {
    const close = await openAdminChannel(api.app, { kind: 'embedded', folder: join(folder, 'database') }, 100)
    const client = connect({ path: join(folder, 'admin.sock'), allowHalfOpen: true })
    await once(client, 'connect')
    client.pause()
    if (command !== '') client.end(command)
    await close()
    client.destroy()
  })

  it('takes a command that arrived while the server was busy for longer than a client may be silent', async () => {
    const close = await openAdminChannel(api.app, { kind: 'embedded', folder: join(folder, 'database') }, 100)
    const client = connect({ path: join(folder, 'admin.sock'), allowHalfOpen: true })
    await once(client, 'connect')
    // The server has accepted the connection by then; and what runs here is followed by timers, not by what has arrived.
    await setTimeout(20)
    await setImmediate()
    client.end(JSON.stringify({ args: ['plans', 'list', '--json'], folder: '/' }))
    const busyUntil = performance.now() + 300
    while (performance.now() < busyUntil);
    expect(JSON.parse(await text(client))).toMatchObject({ exitCode: 0 })
    await close()
  })

  it('survives a client that is gone when the answer is there', async () => {
    const close = await openAdminChannel(api.app, { kind: 'embedded', folder: join(folder, 'database') })
    const client = connect({ path: join(folder, 'admin.sock'), allowHalfOpen: true })
    client.end(JSON.stringify({ args: ['plans', 'show', 'x'.repeat(8_388_608)], folder: '/' }))
    await once(client, 'finish')
    client.destroy()
    await close()
  })
})
