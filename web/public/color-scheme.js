// Sets the colour scheme before the first paint; Mantine takes over from there with the same storage key. Says, too, whether this browser remembers an account.
{
  let scheme = null
  let account = null
  try {
    scheme = localStorage.getItem('mantine-color-scheme-value')
    account = localStorage.getItem('culvert:active-account')
  } catch {
    // Storage is switched off: follow the system.
  }
  const dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  if (account !== null) document.documentElement.setAttribute('data-remembered', '')
}
