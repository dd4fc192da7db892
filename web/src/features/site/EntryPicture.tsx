import classes from './EntryPicture.module.css'

/** The arch's middle, and the radii of its ring of stones. */
const arch = { x: 400, y: 500, outer: 252, inner: 172 }
const waterLine = 716
const stoneAngles = [0, 20, 40, 60, 80, 100, 120, 140, 160, 180]
const legJoints = [572, 644]
const skyRadii = [340, 440, 552]
const waveRows = [0, 1, 2, 3, 4, 5, 6]

/** The logo as a picture: a stone arch over a stream, with what the product does in between. */
export function EntryPicture() {
  return (
    <svg className={classes.root} viewBox="0 0 800 920" preserveAspectRatio="xMidYMax slice" fill="none">
      <g className={classes.sky}>
        {skyRadii.map((radius) => (
          <circle key={radius} cx={arch.x} cy={arch.y} r={radius} />
        ))}
      </g>
      <path className={classes.opening} d={archPath(arch.inner)} />
      <path className={classes.stones} fillRule="evenodd" d={archPath(arch.outer) + archPath(arch.inner)} />
      <g className={classes.joints}>
        {stoneAngles.map((angle) => (
          <path key={angle} d={`M${pointAt(arch.inner, angle)}L${pointAt(arch.outer, angle)}`} />
        ))}
        {legJoints.map((y) => (
          <path key={y} d={`M148 ${y}h80M572 ${y}h80`} />
        ))}
      </g>
      <text className={classes.address} x={arch.x} y={arch.y + 20}>
        localhost:3000
      </text>
      <text className={classes.answer} x={arch.x} y={arch.y + 58}>
        is on the internet
      </text>
      <path className={classes.water} d={`${wavePath(waterLine)}V920H-120z`} />
      <g className={classes.waves}>
        {waveRows.map((row) => (
          <path key={row} d={wavePath(waterLine + row * 28)} opacity={0.9 - row * 0.12} />
        ))}
      </g>
    </svg>
  )
}

function archPath(radius: number): string {
  return `M${arch.x - radius} ${waterLine + 20}V${arch.y}a${radius} ${radius} 0 0 1 ${radius * 2} 0V${waterLine + 20}z`
}

function pointAt(radius: number, angle: number): string {
  const radians = (angle * Math.PI) / 180
  return `${(arch.x - radius * Math.cos(radians)).toFixed(1)} ${(arch.y - radius * Math.sin(radians)).toFixed(1)}`
}

/** A wave across the picture, wide enough to drift by one wavelength (120). */
function wavePath(y: number): string {
  return `M-120 ${y}${'c20-12 40-12 60 0s40 12 60 0'.repeat(9)}`
}
