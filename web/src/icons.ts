/** Line drawings for buttons, in a box of 20. */

export const ICONS = {
  plus: '<path d="M4 10H16M10 4V16"/>',
  minus: '<path d="M4 10H16"/>',
  whole: '<path d="M3 7V3H7M13 3H17V7M17 13V17H13M7 17H3V13"/>',
  sight:
    '<circle cx="3.5" cy="16.5" r="2"/><circle cx="16.5" cy="3.5" r="2"/><path d="M5 15L15 5" stroke-dasharray="3 2"/>',
  reach: '<path d="M10 2L17 6V14L10 18L3 14V6Z"/><path d="M10 7L13 8.7V12L10 13.7L7 12V8.7Z"/>',
  ruler: '<path d="M2.500 13L13 2.500L17.500 7L7 17.500ZM5.500 10L7.500 12M8 7.500L9.500 9M10.500 5L12.500 7"/>',
  arc: '<path d="M10 17L3 5Q10 0.500 17 5ZM6.300 10.700Q10 8.300 13.700 10.700"/>',
  hide: '<rect x="3" y="6" width="9" height="9"/><path d="M7 3H16V12" stroke-dasharray="2 2"/>',
  text: '<path d="M3 5H17M3 10H17M3 15H11"/>',
  undo: '<path d="M8 4L3.5 8.5L8 13M4 8.5H12Q17 8.5 17 13V16"/>',
  redo: '<path d="M12 4L16.5 8.5L12 13M16 8.5H8Q3 8.5 3 13V16"/>',
  first: '<path d="M5 4V16M15 4L8 10L15 16Z"/>',
  earlier: '<path d="M13 4L6 10L13 16Z"/>',
  play: '<path d="M6 4L15 10L6 16Z"/>',
  pause: '<path d="M7 4V16M13 4V16"/>',
  later: '<path d="M7 4L14 10L7 16Z"/>',
  last: '<path d="M15 4V16M5 4L12 10L5 16Z"/>',
  done: '<path d="M3.5 10.5L8 15L16.5 5.5"/>',
  help: '<circle cx="10" cy="10" r="7.5"/><path d="M7.6 7.6Q7.8 5.4 10 5.4Q12.4 5.4 12.4 7.6Q12.4 9 10 10.4V11.6M10 14.2V14.4"/>',
  lesson: '<path d="M10 5.5Q7 3.5 2.5 4V15.5Q7 15 10 17Q13 15 17.5 15.5V4Q13 3.5 10 5.5V17"/>',
  rules: '<path d="M4 3H15V17H6Q4 17 4 15.2ZM4 15.2Q4 13.500 6 13.500H15M7 6.500H12M7 9.500H12"/>',
  record: '<path d="M10 3V12M6 8.5L10 12.5L14 8.5M3 13.5V17H17V13.5"/>',
  theme: '<circle cx="10" cy="10" r="7"/><path d="M10 3A7 7 0 0 1 10 17Z" fill="currentColor"/>',
  link: '<path d="M8 12L12 8M9 6L11 4Q14 2 16 4Q18 6 16 9L14 11M11 14L9 16Q6 18 4 16Q2 14 4 11L6 9"/>',
  seal: '<circle cx="10" cy="7.500" r="5.500"/><path d="M7.500 7.500L9.500 9.500L13 5.500M6.500 12L5 18.500L10 16L15 18.500L13.500 12"/>',
  alarm: '<path d="M10 2.500L18.500 17H1.500ZM10 8V12M10 14.300V14.500"/>',
  no: '<path d="M5 5L15 15M15 5L5 15"/>',
  flag: '<path d="M5 18V2.500M5 3.500Q8 2 11 3.500T17 3.500V11Q14 12.500 11 11T5 11"/>',
} as const;

export type IconName = keyof typeof ICONS;
