import { Button } from '@mantine/core'
import { useState } from 'react'
import { IconPause, IconResume } from '../../ui/icons.ts'
import cause from './images/film-cause.webp'
import causePhone from './images/film-cause-phone.webp'
import check from './images/film-check.webp'
import checkPhone from './images/film-check-phone.webp'
import request from './images/film-request.webp'
import requestPhone from './images/film-request-phone.webp'
import visitor from './images/film-visitor.webp'
import visitorPhone from './images/film-visitor-phone.webp'
import classes from './Film.module.css'

/** Each is shown for 2.5 seconds. `npm run screenshots -- --documents` takes the pictures. */
const scenes = [
  {
    wide: visitor,
    phone: visitorPhone,
    title: 'A visitor sees an error',
    text: 'The page says what happened, and asks whether the tunnel is yours.',
  },
  {
    wide: cause,
    phone: causePhone,
    title: 'You see the cause',
    text: 'The same request on your dashboard, with why it failed and what to do.',
  },
  {
    wide: check,
    phone: checkPhone,
    title: 'The path, hop by hop',
    text: 'From name to app, each hop is measured. This one ends at the app.',
  },
  {
    wide: request,
    phone: requestPhone,
    title: 'The same request, once more',
    text: 'Start the app, replay what came in, and compare the answers.',
  },
]

/** From an error page to its fix in ten seconds. It can be stopped; for people who prefer no motion it is a list. */
export function Film() {
  const [isPaused, setPaused] = useState(false)
  const PauseIcon = isPaused ? IconResume : IconPause
  return (
    <div className={classes.root} data-paused={isPaused}>
      <ol className={classes.scenes}>
        {scenes.map(({ wide, phone, title, text }, index) => (
          <li key={title}>
            <picture className={classes.picture}>
              <source media="(max-width: 36em)" srcSet={phone} width={720} height={1040} />
              <img src={wide} alt="" width={800} height={560} loading="lazy" />
            </picture>
            <div>
              <h3>
                {index + 1}. {title}
              </h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <Button
        className={classes.pause}
        size="xs"
        variant="default"
        leftSection={<PauseIcon size={14} aria-hidden />}
        onClick={() => setPaused(!isPaused)}
      >
        {isPaused ? 'Play' : 'Pause'}
      </Button>
    </div>
  )
}
