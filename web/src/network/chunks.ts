import { makeVar } from '@apollo/client'
import { createElement, lazy, use, useState, type ComponentType } from 'react'
import { VersionGone } from './import-when-served.ts'
import { PageNotesContext } from './served-page.ts'
import { tabStore } from './storage.ts'

/** True once this page's code is gone from the server, which then has another version. */
export const versionIsGone = makeVar(false)

const reloadedFor = 'culvert:reloaded-for'

/** A component with its own file. */
interface Loadable<Props extends object> {
  Component: ComponentType<Props>
  /** Loads it ahead. From then on it is rendered without waiting. */
  load: () => Promise<void>
}

const parts = new Map<string, () => Promise<void>>()

/** A screen with its own file, loaded when it is visited. Reloads the page when its version is gone. */
export function lazyScreen(load: () => Promise<ComponentType>): Loadable<object> {
  return createLoadable(load, reloadOnce)
}

/** A part of a screen, loaded when it is first shown. It never reloads the page: see `versionIsGone`. */
export function lazyPart<Name extends string, Props extends object>(
  name: Name,
  loadFile: () => Promise<Record<Name, ComponentType<Props>>>,
): ComponentType<Props> {
  const part = createLoadable(async () => (await loadFile())[name], reportVersionGone)
  parts.set(name, part.load)
  return function Part(props: Props) {
    use(PageNotesContext)?.parts.add(name)
    return createElement(part.Component, props)
  }
}

/** Loads the parts of the current screens. */
export async function loadParts(names: readonly string[]): Promise<void> {
  await Promise.all(names.map(async (name) => await parts.get(name)?.()))
}

function createLoadable<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  recover: (error: unknown) => Promise<never>,
): Loadable<Props> {
  let loaded: ComponentType<Props> | undefined
  const Later = lazy(async () => ({ default: await load().catch(recover) }))
  return {
    load: async () => {
      loaded ??= await load()
    },
    Component: function Loaded(props: Props) {
      // React waits for a lazy component, if only briefly, even if its file is there.
      const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Later)
      return createElement(Shown, props)
    },
  }
}

/** Reloads the page, once per version: a cache in between may continue to serve the old one. */
function reloadOnce(error: unknown): Promise<never> {
  if (!(error instanceof VersionGone) || tabStore.find(reloadedFor) === error.served) throw error
  // A page that cannot tell its next load would be loaded forever.
  if (!tabStore.keep(reloadedFor, error.served)) throw error
  location.reload()
  return forever
}

function reportVersionGone(error: unknown): Promise<never> {
  if (!(error instanceof VersionGone)) throw error
  versionIsGone(true)
  return forever
}

const forever = new Promise<never>(() => {})
