// Sets the colour scheme before the first paint; Mantine takes over from there with the same storage key. Says, too, whether this browser remembers an account,
// and hides the alert that its reader has closed: a page that the server has drawn shows it to everybody.
{
  let scheme = null
  let account = null
  let closedAlert = null
  try {
    scheme = localStorage.getItem('mantine-color-scheme-value')
    account = localStorage.getItem('culvert:active-account')
    closedAlert = JSON.parse(localStorage.getItem('culvert:dismissed-alert'))
  } catch {
    // Storage is switched off, or holds what is not ours: follow the system.
  }
  const dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  if (account !== null) document.documentElement.setAttribute('data-remembered', '')
  if (typeof closedAlert === 'string') {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`[data-alert="${CSS.escape(closedAlert)}"] { display: none }`)
    document.adoptedStyleSheets = [sheet]
  }
}
