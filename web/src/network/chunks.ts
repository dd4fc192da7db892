import { makeVar } from '@apollo/client'
import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { VersionGone } from './import-when-served.ts'

/** True once this page's code is gone from the server, which has another version by now. */
export const versionIsGone = makeVar(false)

const reloadedFor = 'culvert:reloaded-for'

/** A screen with its own file, loaded when it is visited. Reloads the page when its version is gone. */
export function lazyScreen(load: () => Promise<ComponentType>): LazyExoticComponent<ComponentType> {
  return lazy(async () => ({ default: await load().catch(reloadOnce) }))
}

/** A part of a screen, loaded when it is first shown. It never reloads the page: see `versionIsGone`. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await load().catch(tellReader) }))
}

/** Reloads the page, once per version: a cache in between may go on serving the old one. */
function reloadOnce(error: unknown): Promise<never> {
  if (!(error instanceof VersionGone) || sessionStorage.getItem(reloadedFor) === error.served) throw error
  sessionStorage.setItem(reloadedFor, error.served)
  location.reload()
  return forever
}

function tellReader(error: unknown): Promise<never> {
  if (!(error instanceof VersionGone)) throw error
  versionIsGone(true)
  return forever
}

const forever = new Promise<never>(() => {})
