/** Whether a figure is below nothing, as it is written: one of Arabic begins with a direction mark. */
export const isLoss = (figure: string): boolean => /^\P{N}*[-−]/u.test(figure);
