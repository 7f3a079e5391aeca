"""How the networks are made and what they are: training, evaluation, export. Never imported at run time."""
