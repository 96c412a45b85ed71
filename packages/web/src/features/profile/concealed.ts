/** Stands for an amount that bystanders are not to see. */
export const concealed = '••••••';
