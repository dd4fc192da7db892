import { setMaxListeners } from 'node:events'

/** Polyfills for features that the command and the library use and Node 20.0.0 lacks. Newer versions keep their own. */

if (!('withResolvers' in Promise)) Object.assign(Promise, { withResolvers })
if (!('parse' in URL)) Object.assign(URL, { parse })
if (!('any' in AbortSignal)) Object.assign(AbortSignal, { any })
if (!Reflect.has(Symbol, 'asyncDispose'))
  Object.defineProperty(Symbol, 'asyncDispose', { value: Symbol('Symbol.asyncDispose') })

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

/** The sources of a signal of `any`, for as long as that signal is referenced. */
const controllers = new WeakMap<AbortSignal, AbortController>()

/** Removes the listeners of a collected signal from its sources, some of which live as long as the command. */
const forgotten = new FinalizationRegistry<() => void>((stopListening) => stopListening())

function any(sources: AbortSignal[]): AbortSignal {
  const controller = new AbortController()
  const { signal } = controller
  const aborted = sources.find((source) => source.aborted)
  if (aborted) {
    controller.abort(aborted.reason)
    return signal
  }
  controllers.set(signal, controller)
  const held = new WeakRef(signal)
  const stopListening = () => sources.forEach((source) => source.removeEventListener('abort', onAbort))
  const onAbort = ({ target }: Event) => {
    stopListening()
    const result = held.deref()
    if (result && target instanceof AbortSignal) controllers.get(result)?.abort(target.reason)
  }
  // Many signals may wait for one that lives as long as the command.
  setMaxListeners(0, ...sources)
  for (const source of sources) source.addEventListener('abort', onAbort)
  forgotten.register(signal, stopListening)
  return signal
}
