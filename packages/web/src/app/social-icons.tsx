const shared = {
  'aria-hidden': true,
  viewBox: '0 0 24 24',
  className: 'size-icon',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.8,
} as const;

/** Drawn here: the icon set carries no brands. All of them open the chat, and are called by it. */
export const socialIcons = [
  {
    name: 'X',
    icon: (
      <svg {...shared}>
        <path d="m5 4.5 14 15M19 4.5 5 19.5" strokeLinecap="round" />
      </svg>
    ),
  },
  {
    name: 'Telegram',
    icon: (
      <svg {...shared}>
        <path d="m3.5 11.5 17-7-3 15.5-6-4.2-3 3-.8-5.3 8.8-6.6-11 5.9z" strokeLinejoin="round" />
      </svg>
    ),
  },
  {
    name: 'YouTube',
    icon: (
      <svg {...shared}>
        <rect x="3" y="6" width="18" height="12" rx="4" />
        <path d="m10.5 9.5 4 2.5-4 2.5z" fill="currentColor" strokeLinejoin="round" />
      </svg>
    ),
  },
  {
    name: 'Facebook',
    icon: (
      <svg {...shared}>
        <path d="M14.8 5H13a3 3 0 0 0-3 3v12M7 12h6.5" strokeLinecap="round" />
      </svg>
    ),
  },
];
