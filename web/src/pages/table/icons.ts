/** The icons on the buttons, as strokes in a 24 × 24 box. */
export const ICONS = {
  undo: 'M8.5 6L4 10.5L8.5 15M4.5 10.5H14a5 5 0 0 1 0 10h-3',
  redo: 'M15.5 6L20 10.5L15.5 15M19.5 10.5H10a5 5 0 0 0 0 10h3',
  hint: 'M9 17.5c0-2.5-3-3.7-3-7.5a6 6 0 0 1 12 0c0 3.8-3 5-3 7.5zM10 21h4',
  finish: 'M6 20V8a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v12M9 3h6M12 18v-8M8.8 13L12 9.8L15.2 13',
  giveUp: 'M6 21V4M6 4.5h11.5L15 8.7l2.5 4.3H6',
  restart: 'M19 12a7 7 0 1 1-2.3-5.2M17.5 3v4.5H13',
  newDeal: 'M4 8.5L12.5 5l5 12.5L9 21zM15.5 4.5H20.5V14',
  rematch: 'M4 9h13l-3.5-3.5M20 15H7l3.5 3.5',
  rules: 'M12 6.5C10 5 7 4.5 4 5v13c3-.5 6 0 8 1.5c2-1.5 5-2 8-1.5V5c-3-.5-6 0-8 1.5zV19.5',
  cardStyle: 'M3.5 8l8-3l4.5 12l-8 3zM14.5 5H20v12h-2M9.7 10.5l-1 2.5l2.3 1.2l1-2.5z',
  share: 'M12 15V3.5M7.8 7.5L12 3.5l4.2 4M6 11.5H5v9h14v-9h-1',
  first: 'M12 6L6 12l6 6M18.5 6l-6 6l6 6',
  back: 'M14.5 6l-6 6l6 6',
  forward: 'M9.5 6l6 6l-6 6',
  last: 'M5.5 6l6 6l-6 6M12 6l6 6l-6 6',
  close: 'M6.5 6.5l11 11M17.5 6.5l-11 11',
} as const;

export type Icon = keyof typeof ICONS;
