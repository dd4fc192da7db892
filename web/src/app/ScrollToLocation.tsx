import { useEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'

/** Goes to the part of the page that the address names, or to the top. One for each page. Renders nothing. */
export function ScrollToLocation() {
  const { hash } = useLocation()
  const navigationType = useNavigationType()
  useEffect(() => {
    const target = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
    if (target) target.scrollIntoView()
    // Going back, the browser returns to where one was.
    else if (navigationType !== NavigationType.Pop) scrollTo(0, 0)
  }, [hash, navigationType])
  return null
}
