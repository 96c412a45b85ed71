/** Shown in place of a concealed amount. */
export const concealed = '••••••';
