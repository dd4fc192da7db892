import { loadApiConfig } from '@culvert/api'
import { describe, expect, it } from 'vitest'
import { readCompose } from '../src/compose.ts'

const secrets = {
  EDGE_SECRET: 'e'.repeat(32),
  SEALING_SECRET: 's'.repeat(32),
  SEALING_SECRET_PREVIOUS: 'p'.repeat(32),
}
/** What `deploy/several` must be given. */
const names = {
  DASHBOARD_HOST: 'culvert.example.com',
  TUNNEL_HOST: 'tunnel.example.net',
  TUNNEL_DOMAIN: 'example.net',
  POSTGRES_PASSWORD: 'password',
  SMTP_URL: 'smtps://mail.example.com',
  MAIL_FROM: 'no-reply@example.com',
}

/** Returns the settings that are in the environment, without the empty ones, as a program reads it. */
const readSettings = (environment: Record<string, string>) =>
  loadApiConfig(Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '')))

describe('the sealing secret', () => {
  it.each([
    ['docker-compose.yml', 'api'],
    ['deploy/several/docker-compose.yml', 'api-1'],
    ['deploy/several/docker-compose.yml', 'api-2'],
  ])('can be replaced in .env beside %s, as the guide says, for %s', (file, service) => {
    const compose = readCompose(file)
    const { SEALING_SECRET_PREVIOUS: previous, ...before } = { ...names, ...secrets }
    expect(readSettings(compose.fillEnvironment(service, before)).sealing.previous).toBeUndefined()
    const during = { ...before, SEALING_SECRET_PREVIOUS: previous }
    expect(readSettings(compose.fillEnvironment(service, during)).sealing).toMatchObject({
      secret: secrets.SEALING_SECRET,
      previous,
    })
  })
})
