/** What an agent needs to serve a hostname. */
export interface Reserved {
  /** The AuthID: `pk_…`. */
  authId: string
  /** The gateway's full hostname. */
  hostname: string
}

const signUp = `mutation ($input: SignUpInput!) { signUp(input: $input) { session { accessToken } } }`

const findAccount = `query { viewer { memberships { account { id } } } site { availableSubpointDomains { domain } } }`

const reserve = `mutation ($token: CreateAuthTokenInput!, $gateway: CreateGatewayInput!) {
  createAuthToken(input: $token) { secret }
  createGateway(input: $gateway) { gateway { subdomain } }
}`

/** Signs up a new user, as anyone would, and gives them an AuthID and a gateway. */
export async function signUpWithGateway(apiUrl: string, name: string): Promise<Reserved> {
  const person = {
    firstName: 'Bench',
    lastName: 'Mark',
    email: 'bench@example.com',
    password: 'throw-away',
    acceptTerms: true,
  }
  const signedUp = await request(apiUrl, signUp, { input: person })
  const accessToken = getText(signedUp, 'data', 'signUp', 'session', 'accessToken')

  const found = await request(apiUrl, findAccount, {}, accessToken)
  const accountId = getText(found, 'data', 'viewer', 'memberships', 0, 'account', 'id')
  const domain = getText(found, 'data', 'site', 'availableSubpointDomains', 0, 'domain')

  const reserved = await request(
    apiUrl,
    reserve,
    { token: { accountId }, gateway: { accountId, name, domain } },
    accessToken,
  )
  return {
    authId: getText(reserved, 'data', 'createAuthToken', 'secret'),
    hostname: getText(reserved, 'data', 'createGateway', 'gateway', 'subdomain'),
  }
}

async function request(apiUrl: string, query: string, variables: object, accessToken?: string): Promise<unknown> {
  const response = await fetch(`${apiUrl}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }),
    },
    body: JSON.stringify({ query, variables }),
  })
  return response.json()
}

/** Returns the text at a path in an answer; throws with the whole answer if there is none. */
function getText(answer: unknown, ...path: (string | number)[]): string {
  const value = path.reduce(
    (inner: unknown, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    answer,
  )
  if (typeof value === 'string') return value
  throw new Error(`Expected text at ${path.join('.')} in the API's answer, got ${JSON.stringify(answer)}`)
}
