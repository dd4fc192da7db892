import type { App } from '../platform/app.ts'
import type { Authorization, TestClient } from './client.ts'

/** What helpers that create users and send requests need of an API. */
export interface ApiUnderTest {
  app: App
  /** A client without a credential, or with the given Authorization header. */
  client: (authorization?: Authorization) => TestClient
}
