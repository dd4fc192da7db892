import type { App } from '../platform/app.ts'
import type { Authorization, TestClient } from './client.ts'

/** What makes users of an API, and speaks to it, needs of it. */
export interface ApiUnderTest {
  app: App
  /** A client without a credential, or with the Authorization header given. */
  client: (authorization?: Authorization) => TestClient
}
