import { startAuthority } from '@culvert/acme/authority'
import { it } from 'vitest'
import { createCleanup } from '../src/cleanup.ts'
import { signUp } from '../src/people.ts'
import { publicAddress, PublicInstallation } from '../src/public-installation.ts'
import { until } from '../src/until.ts'

const cleanup = createCleanup()

it.each(['http-01', 'tls-alpn-01'])(
  'an API and an edge of several processes get their certificates with %s as the only challenge',
  async (challenge) => {
    const site = await PublicInstallation.plan(cleanup, (place) => startAuthority({ resolve: () => place }))
    site.env.ACME_CHALLENGES = challenge
    await site.startSeparately()
    await until(
      'the dashboard has its certificate',
      async () => (await site.visit(`${site.publicUrl}/healthz`)).status === 200,
    )
    const ada = await signUp(site, 'Ada')
    const hostname = `shop-ada.${site.domain}`
    site.names.zone[`A ${hostname}`] = [publicAddress]
    await ada.createGateway('shop', site.domain)
    await until('the gateway has its certificate', async () => (await site.visit(site.secure(hostname))).status === 503)
    const visitOften = async () =>
      await Promise.all(Array.from({ length: 12 }, async () => (await site.visit(site.secure(hostname))).status))
    // Each process that accepts a connection has the certificate within 5 seconds.
    await until('each process has it', async () => (await visitOften()).every((status) => status === 503), 5_000)
  },
)
