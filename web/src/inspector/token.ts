const key = 'culvert:inspector-token'

/** Takes the token out of the address, where history and shoulders would keep it. Its place is this tab: no other origin or port sees it. */
export function takeToken(): string {
  const given = /^#token=([0-9a-f]{32})$/.exec(location.hash)?.[1]
  if (given === undefined) return sessionStorage.getItem(key) ?? ''
  sessionStorage.setItem(key, given)
  history.replaceState(null, '', location.pathname + location.search)
  return given
}
