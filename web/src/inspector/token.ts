import { tabStore } from '../network/storage.ts'

const key = 'culvert:inspector-token'

/** Removes the token from the address, where the history and onlookers would see it. It is stored in this tab: no other origin or port can read it. */
export function takeToken(): string {
  const given = /^#token=([0-9a-f]{32})$/.exec(location.hash)?.[1]
  if (given === undefined) return tabStore.find(key) ?? ''
  tabStore.keep(key, given)
  history.replaceState(null, '', location.pathname + location.search)
  return given
}
