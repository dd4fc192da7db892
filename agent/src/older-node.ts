/** What the command uses and Node 20 lacks. Newer versions keep their own. */

if (!('withResolvers' in Promise)) Object.assign(Promise, { withResolvers })
if (!('parse' in URL)) Object.assign(URL, { parse })

function withResolvers<T>(): PromiseWithResolvers<T> {
  let settle: Omit<PromiseWithResolvers<T>, 'promise'> | undefined
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject }
  })
  if (!settle) throw new Error('A promise runs its executor at once.')
  return { promise, ...settle }
}

function parse(url: string, base?: string): URL | null {
  return URL.canParse(url, base) ? new URL(url, base) : null
}
